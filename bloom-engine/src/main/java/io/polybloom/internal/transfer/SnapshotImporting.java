package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.LostDataException;
import io.polybloom.internal.load.TemporaryKey;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementFormat;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.opening.NativeOpening;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.register.Register;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.transfer.SnapshotImport;
import io.polybloom.transfer.SnapshotImport.Report;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Brings a snapshot into Redis. A new filter is written under a generation that nobody reads yet, and is published like
 * a copy. Each attempt has a generation of its own and takes over, by renaming, what earlier attempts with the same
 * snapshot have left: so no command of theirs that arrives late can change what is published.
 *
 * <p>The attempts with one snapshot write a log: entry by entry, each under the next number, which only one of them can
 * write. An attempt enters itself and takes over those that are entered before it. To publish its keys it writes the
 * entry behind its own: this it can do only if nobody has taken them over, and from then on nobody does.
 *
 * <p>A part of a partition is either as in the snapshot or zero, because nobody else knows its key: so the number of
 * its bits proves that it is complete.
 */
final class SnapshotImporting {

    /** How long the keys of an attempt live after it has last written them. */
    private static final Duration LIFE = Duration.ofHours(1);

    /** The bytes that are written by one batch, and counted by one command. */
    private static final int PART_BYTES = 1 << 20;

    /** An entry of the log by which an attempt publishes its keys, before its life. */
    private static final String PUBLISHES = "publishes.";

    /** The number of the snapshot, and that of an entry. */
    private static final Pattern FIELD = Pattern.compile("([0-9a-f]{16})\\.([1-9][0-9]{0,17})");

    private static final int PIECES_OF_A_PART = PART_BYTES / SnapshotHeader.PIECE_BYTES;

    private final SnapshotImport task;
    private final Environment environment;
    private final NativeOpening target;
    private final SnapshotReader reader;
    private final SnapshotHeader header;
    private final Register register;
    private final byte[] attempts;
    private final Generation made;
    private final RoundLimit rounds;

    /** The number of the entry of this attempt in the log. */
    private long own;

    /** The number of bits of each part of each partition, in their order. */
    private final Map<Partition, long[]> counts = new LinkedHashMap<>();

    private long done;
    private long resumed;
    private long extendAt;

    private SnapshotImporting(
            SnapshotImport task, Environment environment, NativeOpening target, SnapshotReader reader) {
        this.task = task;
        this.environment = environment;
        this.target = target;
        this.reader = reader;
        this.header = reader.header();
        this.register = target.register();
        this.attempts = register.names().imports().getBytes(StandardCharsets.UTF_8);
        Supplier<String> ids = environment.ids();
        this.rounds = new RoundLimit(target.name());
        this.extendAt = environment.clock().millis() + TemporaryKey.MILLIS_BETWEEN_EXTENSIONS;
        this.made = new Generation(Descriptions.copy(header.description(), target.name(), ids.get(), ids.get(), ids));
    }

    /** Returns the steps of the import. */
    static Step<Report> of(SnapshotImport task, Environment environment) {
        SnapshotReader reader =
                CallerStream.read(() -> SnapshotReader.of(task.source().open()));
        return CallerStream.closing(reader, () -> {
            FilterDescription filter = reader.header().description();
            SpecComparison.requireServers(filter, environment.servers());
            String name = task.name().orElse(filter.name());
            NativeOpening target = new NativeOpening(name, ElementFormat.UNKNOWN, environment);
            SnapshotImporting creation = new SnapshotImporting(task, environment, target, reader);
            return target.describeLiving()
                    .then(stored -> stored.isPresent() ? creation.complete(stored.get()) : creation.start())
                    .then(report -> report.isPresent() ? Step.done(report.get()) : merge(task, name, environment));
        });
    }

    private static Step<Report> merge(SnapshotImport task, String name, Environment environment) {
        UnionReader progress = new UnionReader(task.progress());
        SnapshotMember member = CallerStream.read(() -> SnapshotMember.of(task.source(), progress));
        long bytes = new SnapshotHeader(member.generation().description(), Optional.empty()).bytes();
        return CallerStream.closing(
                member,
                () -> Union.of(member, name, environment, progress)
                        .map(merged -> new Report(merged.description(), false, bytes, 0)));
    }

    Step<Optional<Report>> start() {
        return register()
                .then(this::takeOver)
                .then(this::writeFrom)
                .then(written -> {
                    CallerStream.write(reader::end);
                    return Steps.each(counts.keySet().iterator(), this::compare);
                })
                .then(compared -> requireOwn())
                .then(kept -> new NativeCopy(target, made, this::leave).publish(Lifetime.FOR_EVER))
                .then(this::conclude);
    }

    /**
     * Completes a filter that an earlier attempt has published without an answer, so that its keys still expire; the
     * value is empty if the filter is another one.
     */
    Step<Optional<Report>> complete(FilterState stored) {
        Command read = Commands.readHash(attempts);
        return Step.send(register.batch(read), replies -> {
            Answers.requireSuccess(read, replies.get(0));
            boolean isOurs =
                    log(replies.get(0)).values().stream().anyMatch(entry -> entry.startsWith(stored.life() + "."))
                            && !stored.lifetime().isLimited();
            if (!isOurs) {
                return Step.done(Optional.empty());
            }
            resumed = header.bytes();
            return target.adopt(stored).then(settled -> conclude(settled.generation()));
        });
    }

    private Step<Optional<Report>> conclude(Generation published) {
        return register.write(Commands.unlink(attempts))
                .map(forgotten -> Optional.of(new Report(published.description(), true, header.bytes(), resumed)));
    }

    private NavigableMap<Long, String> log(Reply reply) {
        NavigableMap<Long, String> log = new TreeMap<>();
        Answers.fields(reply, "the imports under the name '" + target.name() + "'")
                .forEach((field, entry) -> {
                    Matcher numbered = FIELD.matcher(field);
                    if (numbered.matches() && numbered.group(1).equals(header.number())) {
                        log.put(Long.valueOf(numbered.group(2)), entry);
                    }
                });
        return log;
    }

    private String field(long number) {
        return header.number() + "." + number;
    }

    /** The life of an attempt, and the ids of its layers. */
    private static String entry(FilterDescription attempt) {
        return attempt.origin() + "." + String.join(".", attempt.layerIds());
    }

    private String publication() {
        return PUBLISHES + made.description().origin();
    }

    /** Enters this attempt after all others, before it makes any key; the value is the log before it. */
    private Step<NavigableMap<Long, String>> register() {
        Command read = Commands.readHash(attempts);
        return Steps.send(register.batch(read), replies -> enter(log(replies.get(0))));
    }

    private Step<NavigableMap<Long, String>> enter(NavigableMap<Long, String> known) {
        rounds.next();
        own = known.isEmpty() ? 1 : known.lastKey() + 1;
        return append(own, entry(made.description()))
                .then(log -> isEntered(log) ? Step.done(log.headMap(own, false)) : enter(log));
    }

    private boolean isEntered(Map<Long, String> log) {
        return entry(made.description()).equals(log.get(own));
    }

    /** Writes an entry, unless there is one of that number; the value is the log after that. */
    private Step<NavigableMap<Long, String>> append(long number, String entry) {
        Batch batch = register.batch(
                Commands.putIfAbsent(attempts, field(number), entry),
                Commands.liveFor(attempts, LIFE.toMillis() * 2),
                Commands.readHash(attempts));
        return Steps.send(batch, replies -> Step.done(log(replies.get(2))));
    }

    /** Lets no other attempt take over the keys of this one any more, unless one has begun to, or the log was lost. */
    private Step<Void> requireOwn() {
        return append(own + 1, publication())
                .also(log -> {
                    if (!isEntered(log) || !publication().equals(log.get(own + 1))) {
                        throw new LostDataException(
                                target.name(),
                                "another import to '" + target.name()
                                        + "' has begun meanwhile and has taken over what this"
                                        + " one had written, or has ended; or the key "
                                        + new String(attempts, StandardCharsets.UTF_8) + " was lost");
                    }
                })
                .asVoid();
    }

    /** Lets a later attempt take over the keys after all, since this one has certainly not published them. */
    private Step<Void> leave() {
        return register.write(Commands.removeFields(attempts, List.of(field(own + 1))));
    }

    /** Renames the keys of earlier attempts; the value is the length of each partition, 0 if there is none. */
    private Step<Map<Partition, Long>> takeOver(NavigableMap<Long, String> log) {
        List<String> fields = new ArrayList<>();
        List<Generation> earlier = new ArrayList<>();
        log.forEach((number, entry) -> {
            List<String> ids = List.of(entry.split("\\."));
            boolean isAttempt = ids.stream().allMatch(Generation::isId)
                    && ids.size() == 1 + header.description().layers().size();
            if (isAttempt && !log.containsValue(PUBLISHES + ids.get(0))) {
                Iterator<String> layers = ids.subList(1, ids.size()).iterator();
                fields.add(field(number));
                earlier.add(new Generation(
                        Descriptions.copy(header.description(), target.name(), ids.get(0), ids.get(0), layers::next)));
            }
        });
        if (earlier.isEmpty()) {
            return Step.done(Map.of());
        }
        return PartitionSweep.integers(partitions(), partition -> takeOver(partition, earlier))
                .then(lengths ->
                        register.write(Commands.removeFields(attempts, fields)).map(removed -> lengths));
    }

    private List<Command> takeOver(Partition partition, List<Generation> earlier) {
        List<Command> commands = new ArrayList<>();
        for (Generation attempt : earlier) {
            byte[] key = attempt.layers()
                    .get(partition.layer().index())
                    .partition(partition.number())
                    .key();
            commands.add(Commands.rename(key, partition.key()));
            // What two attempts at the same time have left.
            commands.add(Commands.unlink(key));
        }
        commands.add(extension(partition));
        commands.add(Commands.length(partition.key()));
        return commands;
    }

    private Command extension(Partition partition) {
        return TemporaryKey.extension(partition.key(), environment.clock());
    }

    /** Lets the keys of an import live on that takes long; those that are not written yet are not there. */
    private Step<Void> stayAlive() {
        long now = environment.clock().millis();
        if (now < extendAt) {
            return Step.done();
        }
        extendAt = now + TemporaryKey.MILLIS_BETWEEN_EXTENSIONS;
        return PartitionSweep.sweep(partitions(), partition -> List.of(extension(partition)))
                .then(extended -> register.write(Commands.liveFor(attempts, LIFE.toMillis() * 2)));
    }

    private Stream<Partition> partitions() {
        return made.layers().stream().flatMap(layer -> layer.partitions());
    }

    private Step<Void> writeFrom(Map<Partition, Long> lengths) {
        if (reader.isAtEnd()) {
            return Step.done();
        }
        Partition partition = made.layers().get(reader.layer()).partition(reader.partition());
        long[] expected = new long[parts(partition)];
        counts.put(partition, expected);
        boolean isThere = lengths.getOrDefault(partition, 0L) > 0;
        return (isThere ? count(partition) : Step.done(new long[expected.length]))
                .then(there -> writeBefore(expected.length, partition, expected, there))
                .then(written -> stayAlive())
                .then(alive -> writeFrom(lengths));
    }

    /** Writes the last parts first, so that the server allocates the string once and at its full length. */
    private Step<Void> writeBefore(int end, Partition partition, long[] expected, long[] there) {
        for (int part = end - 1; part >= 0; part--) {
            int current = part;
            byte[] bytes = CallerStream.read(() -> reader.nextDownTo(current * PIECES_OF_A_PART));
            expected[part] = UnionReader.ones(bytes);
            done += bytes.length;
            // Zeros need not be written: the last part has the trailer, and gives the string its length.
            if (there[part] != expected[part]) {
                return write(partition, current, bytes)
                        .then(written -> stayAlive())
                        .then(alive -> {
                            task.progress().transferred(done, header.bytes());
                            return writeBefore(current, partition, expected, there);
                        });
            }
            resumed += expected[part] > 0 ? bytes.length : 0;
            task.progress().transferred(done, header.bytes());
        }
        return Step.done();
    }

    private Step<Void> write(Partition partition, int part, byte[] bytes) {
        if (parts(partition) == 1) {
            // The expiry comes with the string, so that nothing is left if no other command arrives.
            return Steps.confirmed(partition.batch(Commands.setShortLived(partition.key(), bytes, LIFE.toMillis())));
        }
        List<Command> commands = new ArrayList<>();
        for (int end = bytes.length; end > 0; ) {
            int from = (end - 1) / SnapshotHeader.PIECE_BYTES * SnapshotHeader.PIECE_BYTES;
            commands.add(Commands.overwrite(
                    partition.key(), (long) part * PART_BYTES + from, Arrays.copyOfRange(bytes, from, end)));
            if (end == bytes.length) {
                commands.add(extension(partition));
            }
            end = from;
        }
        return Steps.confirmed(partition.batch(commands));
    }

    /** Counts what is there once more: a key may have been lost, or another attempt may have taken it over. */
    private Step<Void> compare(Partition partition) {
        return count(partition)
                .also(there -> {
                    if (!Arrays.equals(counts.get(partition), there)) {
                        throw CopySource.changed(partition);
                    }
                })
                .then(same -> stayAlive());
    }

    private static int parts(Partition partition) {
        return Math.toIntExact((SnapshotHeader.partitionBytes(partition.layer().geometry()) - 1) / PART_BYTES + 1);
    }

    private static Step<long[]> count(Partition partition) {
        List<Command> commands = new ArrayList<>();
        for (long from = 0; commands.size() < parts(partition); from += PART_BYTES) {
            commands.add(Commands.countBits(partition.key(), from, from + PART_BYTES - 1));
        }
        Batch batch = partition.batch(commands);
        return Step.send(batch, replies -> {
            long[] bits = new long[commands.size()];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = Answers.integer(commands.get(i), replies.get(i));
            }
            return Step.done(bits);
        });
    }
}
