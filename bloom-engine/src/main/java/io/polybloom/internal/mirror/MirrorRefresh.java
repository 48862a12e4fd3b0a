package io.polybloom.internal.mirror;

import com.google.common.collect.Iterators;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.mirror.MirroredPart.Range;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One refresh of a mirror. It asks for the server's time and reads the register. Then it counts the bits of every part,
 * and of the pieces of those parts that have changed; looks for the witness of every part; and reads the pieces that
 * have changed, or the whole part if the witness is gone. Every batch ends with a look at the trailer, so that what it
 * has read comes from a partition that was alive. At the end it reads the register again.
 */
final class MirrorRefresh {

    /** The most commands of a round that keep the server busy: BITCOUNT of 512 KiB takes about 0.13 ms. */
    private static final int MOST_IN_FLIGHT = 8;

    /** The most rounds of one refresh: each but the first follows a clear or a rebuild during the one before. */
    private static final int MOST_ROUNDS = 8;

    private static final Duration LEAST_LIFE_OF_WITNESS = Duration.ofMinutes(10);
    private static final int ALIVE = 0x80;

    private final Mirror mirror;
    private final Environment environment;
    private final long witnessMillis;
    private int rounds;

    MirrorRefresh(Mirror mirror) {
        this.mirror = mirror;
        this.environment = mirror.environment();
        long interval = mirror.options().interval().toMillis();
        this.witnessMillis = Math.max(LEAST_LIFE_OF_WITNESS.toMillis(), 4 * interval);
    }

    /** The steps of the refresh. */
    Step<Void> start() {
        return opened().then(this::round);
    }

    private Step<OpenFilter> opened() {
        OpenFilter known = mirror.filter();
        if (known != null) {
            return Step.done(known);
        }
        FilterSpec spec = FilterSpec.existing(mirror.name()).build();
        return OpenFilter.open(spec, mirror.elementFormat(), FilterOptions.defaults(), environment)
                .also(mirror::opened);
    }

    /** The time comes first: what is acknowledged before it is in the generation that the register names after it. */
    private Step<Void> round(OpenFilter filter) {
        requireMirrorable(filter.snapshot().generation());
        return filter.opening()
                .serverTime()
                .then(begun -> filter.refresh().then(snapshot -> read(filter, snapshot, begun)));
    }

    private Step<Void> read(OpenFilter filter, Snapshot snapshot, ServerTime begun) {
        Generation generation = snapshot.generation();
        requireMirrorable(generation);
        Reading reading = new Reading(mirror.reading(generation), begun);
        return reading.start().then(read -> {
            if (!reading.dead.isEmpty()) {
                return new Recovery(filter, generation, Access.LOOK_UP, reading.dead)
                        .findSuccessor()
                        .then(successor -> again(filter, generation));
            }
            return filter.refresh().then(later -> {
                if (!later.generation().isSameAs(generation)) {
                    return again(filter, generation);
                }
                mirror.publish(reading.generation);
                return Step.done();
            });
        });
    }

    private Step<Void> again(OpenFilter filter, Generation generation) {
        if (++rounds == MOST_ROUNDS) {
            throw Recovery.changedAgain(generation);
        }
        return round(filter);
    }

    private static void requireMirrorable(Generation generation) {
        generation.requireThatKeysStay(" and cannot be mirrored: its elements are forgotten while nobody adds any");
        generation.requireReadableBits("mirrored");
        generation.require(
                LayoutCapability.LASTING_BITS,
                "counts elements: what is removed cannot be told by the number of bits, so it cannot be mirrored");
        generation.require(
                LayoutCapability.LOST_DATA_DETECTION,
                "does not show whether its keys were lost, so it cannot be mirrored");
    }

    /** The reading of one state of the filter. */
    private final class Reading {

        private final MirroredGeneration generation;
        private final ServerTime begun;
        private final List<Partition> dead = new ArrayList<>();

        /** The part that each batch in flight is about. */
        private final Map<Batch, MirroredPart> sent = new IdentityHashMap<>();

        /** The pieces of each part that are to be read. */
        private final Map<MirroredPart, BitSet> wanted = new IdentityHashMap<>();

        Reading(MirroredGeneration generation, ServerTime begun) {
            this.generation = generation;
            this.begun = begun;
        }

        Step<Void> start() {
            List<MirroredPart> comparable = generation.parts().stream()
                    .filter(MirroredPart::canBeCompared)
                    .toList();
            List<MirroredPart> changed = new ArrayList<>();
            return each(comparable, this::countPart, (batch, replies) -> {
                        MirroredPart part = partOf(batch);
                        long count = Answers.integer(batch.commands().get(0), replies.get(0));
                        if (isAlive(part, batch, replies, 1) && !part.isEqual(count)) {
                            changed.add(part);
                        }
                    })
                    .then(counted -> each(changed, this::countPieces, this::compare))
                    .then(compared -> eachWithWrite(comparable, this::askForWitness, this::confirm))
                    .then(confirmed -> eachWithWrite(affordable(), this::readPieces, this::take));
        }

        private Batch countPart(MirroredPart part) {
            return proven(part, List.of(count(part, part.bytes())));
        }

        private Batch countPieces(MirroredPart part) {
            List<Command> counts = new ArrayList<>();
            for (int i = 0; i < part.pieces(); i++) {
                counts.add(count(part, part.piece(i)));
            }
            return proven(part, counts);
        }

        private void compare(Batch batch, List<Reply> replies) {
            MirroredPart part = partOf(batch);
            long[] told = new long[part.pieces()];
            for (int i = 0; i < told.length; i++) {
                told[i] = Answers.integer(batch.commands().get(i), replies.get(i));
            }
            if (isAlive(part, batch, replies, told.length)) {
                wanted.put(part, part.differing(told));
            }
        }

        /** The witness is looked for after the counts: it shows that these are of the history that was read before. */
        private Batch askForWitness(MirroredPart part, boolean mayWrite) {
            List<Command> commands = new ArrayList<>(List.of(part.askForWitness()));
            long age = begun.localNanos() - part.witnessNanos();
            if (mayWrite && age > Duration.ofMillis(witnessMillis).toNanos() / 4) {
                commands.add(part.keepWitness(witnessMillis));
            }
            return part.partition().batch(commands);
        }

        private void confirm(Batch batch, List<Reply> replies) {
            MirroredPart part = partOf(batch);
            byte[] found = Answers.bytes(batch.commands().get(0), replies.get(0));
            if (!part.isWitness(found)) {
                part.forget();
                return;
            }
            if (replies.size() > 1 && !(replies.get(1) instanceof Reply.Failure)) {
                part.renewed(begun.localNanos());
            }
            if (!wanted.containsKey(part)) {
                part.knownAsOf(begun);
            }
        }

        /** Returns the parts to read now, the oldest first, as far as the bytes per second allow. */
        private List<MirroredPart> affordable() {
            if (!dead.isEmpty()) {
                return List.of();
            }
            List<MirroredPart> parts = new ArrayList<>();
            for (MirroredPart part : generation.parts()) {
                if (!part.canBeCompared()) {
                    BitSet all = new BitSet();
                    all.set(0, part.pieces());
                    wanted.put(part, all);
                }
                if (wanted.containsKey(part)) {
                    parts.add(part);
                }
            }
            parts.sort(Comparator.comparing(
                    MirroredPart::asOf,
                    Comparator.nullsFirst((one, other) -> Long.signum(one.localNanos() - other.localNanos()))));
            List<MirroredPart> affordable = new ArrayList<>();
            for (MirroredPart part : parts) {
                if (mirror.allowance().at(environment.nanoTime().getAsLong()) <= 0) {
                    break;
                }
                ranges(part).forEach(range -> mirror.allowance().spend(range.length()));
                affordable.add(part);
            }
            return affordable;
        }

        private List<Range> ranges(MirroredPart part) {
            return part.ranges(Objects.requireNonNull(wanted.get(part)));
        }

        private Batch readPieces(MirroredPart part, boolean mayWrite) {
            List<Command> commands = new ArrayList<>(List.of(part.askForWitness()));
            byte[] key = part.partition().key();
            ranges(part).forEach(range -> commands.add(Commands.range(key, range.first(), range.end() - 1)));
            commands.add(trailer(part.partition()));
            if (mayWrite) {
                commands.add(part.leaveWitness(witnessMillis));
            } else {
                // The replies that were lost were sent, too.
                ranges(part).forEach(range -> mirror.allowance().spend(range.length()));
            }
            return part.partition().batch(commands);
        }

        private void take(Batch batch, List<Reply> replies) {
            MirroredPart part = partOf(batch);
            List<Command> commands = batch.commands();
            List<Range> ranges = ranges(part);
            int trailer = 1 + ranges.size();
            boolean isKnown = part.isWitness(Answers.bytes(commands.get(0), replies.get(0)));
            if (!isAlive(part, batch, replies, trailer)) {
                return;
            }
            // All or none: what is taken counts as followed by a witness.
            List<byte[]> strings = new ArrayList<>();
            for (int i = 0; i < ranges.size(); i++) {
                strings.add(Answers.bytes(commands.get(1 + i), replies.get(1 + i)));
            }
            if (!isKnown) {
                part.forget();
            }
            for (int i = 0; i < ranges.size(); i++) {
                part.take(generation.bits(), ranges.get(i), strings.get(i));
                mirror.countRead(strings.get(i).length);
            }
            // A server that refuses the witness has answered all the same. The next refresh reads the part again.
            boolean isLeft = batch.isWrite() && !(replies.get(trailer + 1) instanceof Reply.Failure);
            part.witnessed(isLeft, begun.localNanos());
            part.knownAsOf(begun);
        }

        private Command count(MirroredPart part, Range range) {
            return Commands.countBits(part.partition().key(), range.first(), range.end() - 1);
        }

        private Batch proven(MirroredPart part, List<Command> reads) {
            List<Command> commands = new ArrayList<>(reads);
            commands.add(trailer(part.partition()));
            return part.partition().batch(commands);
        }

        /** Reads the trailer, which is a single byte if the string has the length of the partition. */
        private Command trailer(Partition partition) {
            long end = partition.bits() / Byte.SIZE;
            return Commands.range(partition.key(), end, end + 1);
        }

        private boolean isAlive(MirroredPart part, Batch batch, List<Reply> replies, int index) {
            byte[] trailer = Answers.bytes(batch.commands().get(index), replies.get(index));
            boolean isAlive = trailer.length == 1 && (trailer[0] & ALIVE) != 0;
            if (!isAlive) {
                dead.add(part.partition());
            }
            return isAlive;
        }

        private MirroredPart partOf(Batch batch) {
            return Objects.requireNonNull(sent.remove(batch));
        }

        /**
         * Sends a batch for each of some parts, which may end with a write. If the server refuses the write, some
         * clients also lose the replies before it. Then the part is read again, without the write.
         */
        private Step<Void> eachWithWrite(
                Collection<MirroredPart> parts,
                BiFunction<MirroredPart, Boolean, Batch> batches,
                BiConsumer<Batch, List<Reply>> reader) {
            List<MirroredPart> again = new ArrayList<>();
            BiConsumer<Batch, List<Reply>> first = (batch, replies) -> {
                boolean isRefused = batch.isWrite()
                        && replies.get(batch.size() - 1) instanceof Reply.Failure refused
                        && refused.serverError() != null;
                if (isRefused && replies.get(0) instanceof Reply.Failure) {
                    again.add(partOf(batch));
                } else {
                    reader.accept(batch, replies);
                }
            };
            return each(parts, part -> batches.apply(part, true), first)
                    .then(sent -> each(again, part -> batches.apply(part, false), reader));
        }

        /** Sends a batch for each of some parts, each made just before it is sent. */
        private Step<Void> each(
                Collection<MirroredPart> parts,
                Function<MirroredPart, Batch> batches,
                BiConsumer<Batch, List<Reply>> reader) {
            if (parts.isEmpty() || !dead.isEmpty()) {
                return Step.done();
            }
            Iterator<Batch> asked = Iterators.transform(parts.iterator(), part -> {
                Batch batch = batches.apply(part);
                sent.put(batch, part);
                return batch;
            });
            return Steps.all(asked, MOST_IN_FLIGHT, reader, Step::done);
        }
    }
}
