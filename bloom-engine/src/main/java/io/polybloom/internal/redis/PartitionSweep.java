package io.polybloom.internal.redis;

import com.google.common.collect.Streams;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The same commands for many partitions, several of them in flight; nothing more is sent after the first failure. */
public final class PartitionSweep {

    /**
     * The most partitions on which a sweep works at a time, as docs/performance.md, "Size of partitions", has measured
     * it. A compromise: more hide the round trips, and make the commands of others wait longer.
     */
    private static final int MOST_IN_FLIGHT = 32;

    /**
     * The bits that the server may have to allocate or free at a time, one partition of the default size: it reads what
     * one client has sent in one go, and serves no other client meanwhile. For 512 KiB that takes less than half a
     * millisecond; docs/performance.md, "Size of partitions", has the time of a partition, and that of the others.
     */
    private static final long MEMORY_IN_FLIGHT = 1L << 22;

    private static final String EXPIRY_FIELD = "at";

    /** The milliseconds by which the hash that says that a partition expires outlives the partition. */
    private static final long LONGER_THAN_THE_PARTITION = 1_000;

    /** Far longer than two round trips take. A removal that comes later has no effect, and leaves a key behind. */
    private static final long MARK_MILLIS = 10_000;

    /** Longer than a server takes for the next command, and short enough not to leave the key for long. */
    private static final long REMAINING_MILLIS = 100;

    /** The first, and one more for each of two marks that are evicted. */
    private static final int REMOVALS = 3;

    private static final byte[] NOTHING = {};

    private PartitionSweep() {}

    /**
     * Removes all partitions of some layers, and the temporary keys of births: the newest layer first, and each wholly
     * before the one that is older. So the keys that an interrupted removal leaves can be found from the oldest layer
     * on.
     *
     * @param layers oldest first
     */
    public static Step<Void> unlink(List<Layer> layers) {
        return moveOn(layers) ? unlinkAtOnce(layers) : unlinkBelow(layers, layers.size());
    }

    private static Step<Void> unlinkBelow(List<Layer> layers, int end) {
        return end == 0
                ? Step.done()
                : sweepMemory(layers.get(end - 1).partitions(), PartitionSweep::unlink)
                        .then(missing -> unlinkBelow(layers, end - 1));
    }

    /**
     * Removes all partitions of some layers, and the temporary keys of births, in no order: for a filter that stays,
     * whose config continues to name them. The less time this takes, the fewer layers are created again afterwards.
     */
    public static Step<Void> unlinkAtOnce(List<Layer> layers) {
        return moveOn(layers)
                ? unlinkMoving(layers)
                : sweepMemory(all(layers), PartitionSweep::unlink).asVoid();
    }

    private static boolean moveOn(List<Layer> layers) {
        return layers.stream().anyMatch(Layer::movesOn);
    }

    /**
     * Removes each partition from all places on its way by one command, so that it does not pass from one to the other.
     */
    private static Step<Void> unlinkMoving(List<Layer> layers) {
        Map<String, List<Layer>> byGeneration = new LinkedHashMap<>();
        layers.forEach(layer -> byGeneration
                .computeIfAbsent(layer.filter().generation(), first -> new ArrayList<>())
                .add(layer));
        Step<Void> removal = Step.done();
        for (List<Layer> ofOne : byGeneration.values()) {
            removal = removal.then(removed -> sweepMemory(ofOne.get(0).partitions(), partition -> {
                        List<byte[]> keys = new ArrayList<>();
                        ofOne.stream()
                                .flatMap(layer -> Stream.concat(Stream.of(layer), layer.next().stream()))
                                .map(layer -> layer.partition(partition.number()))
                                .forEach(place -> {
                                    keys.addAll(List.of(
                                            place.key(), place.movingKey(), place.maskKey(), place.expiryKey()));
                                    keys.addAll(place.unbornKeys());
                                });
                        return List.of(unlinkAll(keys));
                    })
                    .asVoid());
        }
        return removal;
    }

    /** Returns whether any partition of a layer exists, alive or not. */
    public static Step<Boolean> existsAny(Layer layer) {
        return integers(layer.partitions(), partition -> List.of(Commands.timeToLive(partition.key())))
                .map(lives -> lives.values().stream().anyMatch(life -> life != Commands.NO_SUCH_KEY));
    }

    /**
     * Sweeps the partitions. Those that are not there may have moved on, in a filter with a window: they are followed
     * on their way.
     */
    private static Step<List<Partition>> sweepAndFollow(
            Collection<Layer> layers, Function<List<Partition>, Step<List<Partition>>> sweep) {
        return sweep.apply(all(layers).toList()).then(missing -> follow(missing, 1, sweep));
    }

    private static Step<List<Partition>> follow(
            List<Partition> missing, int place, Function<List<Partition>, Step<List<Partition>>> sweep) {
        if (missing.isEmpty() || place == missing.get(0).trail().size()) {
            return Step.done(missing);
        }
        Map<Integer, Partition> starts = new HashMap<>();
        missing.forEach(partition -> starts.put(partition.number(), partition));
        return sweep.apply(missing.stream()
                        .map(partition -> partition.trail().get(place))
                        .toList())
                .then(still -> follow(
                        still.stream()
                                .map(partition -> Objects.requireNonNull(starts.get(partition.number())))
                                .toList(),
                        place + 1,
                        sweep));
    }

    /**
     * Removes or sets the expiry of all partitions of layers that are made, and of the hashes beside them; the value
     * holds the partitions that are not alive. Without an expiry, what a write has made again there would stay for
     * ever, so it is removed.
     *
     * @param ids draws the names of the marks by which a removal finds its server again
     */
    public static Step<List<Partition>> applyExpiry(
            Collection<Layer> layers, Optional<Instant> expireAt, Supplier<String> ids) {
        return expireAt.isPresent()
                ? sweepAndFollow(layers, partitions -> expire(partitions, expireAt.get()))
                : sweepAndFollow(layers, PartitionSweep::keepForever).then(dead -> withoutRecreated(dead, ids));
    }

    /**
     * Does as {@link #applyExpiry} with layers that another client may be making. A partition that is missing there is
     * about to get its name, which must stay free. A key of this name that is not alive is about to expire. So both are
     * left alone. A partition that turns out to be lost when its expiry is removed is not removed either: another
     * client may make it again before the removal takes effect.
     */
    public static Step<Void> applyExpiryIfMade(Collection<Layer> layers, Optional<Instant> expireAt) {
        return sweepAndFollow(layers, partitions -> applyExpiryIfMade(partitions, expireAt))
                .asVoid();
    }

    private static Step<List<Partition>> applyExpiryIfMade(List<Partition> partitions, Optional<Instant> expireAt) {
        return sweep(partitions.stream(), PartitionSweep::signOfLife).then(missing -> {
            Set<Partition> made = new LinkedHashSet<>(partitions);
            missing.forEach(made::remove);
            Step<List<Partition>> applied =
                    expireAt.isPresent() ? expire(List.copyOf(made), expireAt.get()) : keepForever(List.copyOf(made));
            return applied.map(
                    lost -> Stream.concat(missing.stream(), lost.stream()).toList());
        });
    }

    /**
     * Sets the expiry of partitions and of their hashes. A full server accepts this, though it would not write the
     * hash.
     */
    private static Step<List<Partition>> expire(List<Partition> partitions, Instant expireAt) {
        return sweep(partitions.stream(), partition -> {
            List<Command> commands = new ArrayList<>(List.of(expireHash(partition, expireAt)));
            commands.addAll(applyExpiryAndLook(partition, Optional.of(expireAt)));
            return commands;
        });
    }

    /** Removes or sets the expiry of partitions, but not of their hashes. Partitions that move are not followed. */
    static Step<List<Partition>> applyExpiryAndLook(List<Partition> partitions, Optional<Instant> expireAt) {
        return sweep(partitions.stream(), partition -> applyExpiryAndLook(partition, expireAt));
    }

    private static List<Command> applyExpiryAndLook(Partition partition, Optional<Instant> expireAt) {
        List<Command> commands = new ArrayList<>(applyExpiry(partition, expireAt));
        commands.addAll(signOfLife(partition));
        return commands;
    }

    /**
     * Sets the expiry of all partitions of layers that are in use; the value holds the partitions that are not alive.
     * Each is first marked as one that expires, so that a client that does not know of the expiry does not exchange it.
     * A full server refuses the mark, but not the expiry: so this comes in a batch after the replies to all marks.
     */
    public static Step<List<Partition>> tellAndExpire(Collection<Layer> layers, Instant expireAt) {
        return sweepAndFollow(layers, partitions -> tellAndExpire(partitions, expireAt))
                .then(PartitionSweep::withoutTheirHashes);
    }

    private static Step<List<Partition>> tellAndExpire(List<Partition> partitions, Instant expireAt) {
        return sweep(partitions.stream(), partition -> tell(partition, expireAt))
                .then(told -> applyExpiryAndLook(partitions, Optional.of(expireAt)));
    }

    /**
     * Does as {@link #tellAndExpire} with the expiry that the config has. The partitions must get it even where a full
     * server refuses the mark, or they would keep an earlier one: so the mark is in the same batch, and a refusal is
     * thrown only when all of them have had their turn.
     */
    public static Step<List<Partition>> tellOfStoredExpiry(Collection<Layer> layers, Instant expireAt) {
        return sweepAndFollow(layers, partitions -> tellOfStoredExpiry(partitions, expireAt))
                .then(PartitionSweep::withoutTheirHashes);
    }

    private static Step<List<Partition>> tellOfStoredExpiry(List<Partition> partitions, Instant expireAt) {
        Function<Partition, List<Command>> commands = partition -> {
            List<Command> both = new ArrayList<>(tell(partition, expireAt));
            both.addAll(applyExpiryAndLook(partition, Optional.of(expireAt)));
            return both;
        };
        return integersUnless(
                        Answers::isRefused,
                        partitions.stream(),
                        commands,
                        partition -> MOST_IN_FLIGHT,
                        (partition, replies) -> {})
                .then(answers -> zero(answers).then(dead -> {
                    Stream<Partition> refused =
                            partitions.stream().filter(partition -> !answers.containsKey(partition));
                    // This throws the refusal, unless the server had only refused the look.
                    return sweep(refused, commands)
                            .map(others -> Stream.concat(dead.stream(), others.stream())
                                    .toList());
                }));
    }

    private static List<Command> tell(Partition partition, Instant expireAt) {
        Map<String, String> fields = Map.of(EXPIRY_FIELD, Long.toString(expireAt.toEpochMilli()));
        return List.of(Commands.writeHash(partition.expiryKey(), fields), expireHash(partition, expireAt));
    }

    private static Command expireHash(Partition partition, Instant expireAt) {
        return Commands.expireAt(partition.expiryKey(), expireAt.toEpochMilli() + LONGER_THAN_THE_PARTITION);
    }

    private static Step<List<Partition>> withoutTheirHashes(List<Partition> missing) {
        return sweep(missing.stream(), partition -> List.of(Commands.unlink(partition.expiryKey())))
                .map(unlinked -> missing);
    }

    /** Removes or sets the expiry of partitions that are in use, wherever they are; one that is missing stays so. */
    public static Step<Void> restore(
            Collection<Partition> partitions, Optional<Instant> expireAt, Supplier<String> ids) {
        List<Partition> all = List.copyOf(partitions);
        return expireAt.map(instant -> tellOfStoredExpiry(all, instant).then(PartitionSweep::withoutTheirHashes))
                .orElseGet(() -> keepForever(all, ids))
                .asVoid();
    }

    private static Step<List<Partition>> keepForever(List<Partition> partitions, Supplier<String> ids) {
        return keepForever(partitions).then(dead -> withoutRecreated(dead, ids));
    }

    private static Step<List<Partition>> withoutRecreated(List<Partition> dead, Supplier<String> ids) {
        return removeRecreated(dead, ids).map(removed -> dead);
    }

    private static Step<List<Partition>> keepForever(List<Partition> partitions) {
        return sweep(partitions.stream(), PartitionSweep::keepForever);
    }

    private static List<Command> keepForever(Partition partition) {
        List<Command> commands = new ArrayList<>(applyExpiry(partition, Optional.empty()));
        commands.add(Commands.unlink(partition.expiryKey()));
        commands.addAll(signOfLife(partition));
        return commands;
    }

    /** Removes or sets the expiry of a key. */
    public static Command applyExpiry(byte[] key, Optional<Instant> expireAt) {
        return expireAt.map(instant -> Commands.expireAt(key, instant.toEpochMilli()))
                .orElseGet(() -> Commands.keepForever(key));
    }

    /**
     * Removes or sets the expiry of all keys of a partition, its own last; that of a slice is never removed.
     *
     * @param expireAt when the filter expires
     */
    static List<Command> applyExpiry(Partition partition, Optional<Instant> expireAt) {
        Optional<Instant> end = partition.layer().expiry(expireAt);
        return partition.keys().stream().map(key -> applyExpiry(key, end)).toList();
    }

    /** Reads the proofs that all keys of a partition are those that were made, the trailer last. */
    static List<Command> signOfLife(Partition partition) {
        Command trailer = Bitfield.trailer(partition);
        return partition.layer().isOfServer() ? List.of(ModuleCommands.capacity(partition), trailer) : List.of(trailer);
    }

    /**
     * Marks all partitions of a layer as those of a generation that is being rebuilt; the value holds the partitions
     * that are not alive, which it has created again.
     */
    public static Step<List<Partition>> mark(Layer layer, int rebuild) {
        return sweep(layer.partitions(), partition -> List.of(Bitfield.mark(partition, rebuild)));
    }

    /**
     * Removes partitions that are not alive and that a command has created again. The server that has said so may not
     * be the one that answers now: after a failover, it may have come back empty, and the partition be alive on
     * another. No command removes a key only if it is not alive, so this takes two rounds. The first leaves a mark on a
     * server and reads the trailer there. Where the partition is not alive, it remains so, unless a failover has undone
     * its birth; so the second puts a copy of the mark, which expires at once, in place of the partition. It has no
     * effect on a server without the mark: then another server has answered, or the mark was evicted, and the
     * partitions are looked at again.
     *
     * @param ids draws the names of the marks
     */
    public static Step<Void> removeRecreated(List<Partition> dead, Supplier<String> ids) {
        return removeRecreated(dead, ids, REMOVALS);
    }

    private static Step<Void> removeRecreated(List<Partition> dead, Supplier<String> ids, int removals) {
        Map<Partition, byte[]> marks = new HashMap<>();
        dead.forEach(partition -> marks.put(partition, partition.temporary(ids.get())));
        return sweep(
                        dead.stream(),
                        partition -> List.of(
                                Commands.createShortLived(
                                        Objects.requireNonNull(marks.get(partition)), NOTHING, MARK_MILLIS),
                                Bitfield.trailer(partition)))
                .then(stillDead -> sweep(dead.stream(), partition -> {
                            byte[] mark = Objects.requireNonNull(marks.get(partition));
                            return stillDead.contains(partition)
                                    ? List.of(
                                            Commands.expireAfter(mark, REMAINING_MILLIS),
                                            Commands.copyOver(mark, partition.key()),
                                            Commands.unlink(mark))
                                    : List.of(Commands.unlink(mark));
                        })
                        .then(unmarked -> {
                            List<Partition> left = unmarked.stream()
                                    .filter(stillDead::contains)
                                    .toList();
                            return left.isEmpty() || removals == 1
                                    ? Step.done()
                                    : removeRecreated(left, ids, removals - 1);
                        }));
    }

    /**
     * Seals the layer before one that is to get elements, if there is one; the value holds its partitions that are not
     * alive. The client that has opened the layer may have died before it did so, and an add that met no seal would not
     * look for the elements behind it.
     */
    public static Step<List<Partition>> sealBefore(Layer layer) {
        return layer.index() == 0
                ? Step.done(List.of())
                : seal(new Generation(layer.filter()).layers().get(layer.index() - 1));
    }

    /**
     * Seals all partitions of a layer; the value holds the partitions that are not alive, which it has created again.
     */
    public static Step<List<Partition>> seal(Layer layer) {
        return sweep(layer.partitions(), partition -> List.of(Bitfield.seal(partition)));
    }

    /**
     * Sends the commands for each partition.
     *
     * @param commands makes the commands of a partition; the last one is answered with an integer
     * @return the partitions whose last command was answered with 0, or with 0 as its first value
     */
    public static Step<List<Partition>> sweep(
            Stream<Partition> partitions, Function<Partition, List<Command>> commands) {
        return integers(partitions, commands).then(PartitionSweep::zero);
    }

    /**
     * Does as the other method.
     *
     * @param witness takes the replies of each partition, none of which is an unexpected error
     */
    static Step<List<Partition>> sweep(
            Stream<Partition> partitions,
            Function<Partition, List<Command>> commands,
            BiConsumer<Partition, List<Reply>> witness) {
        return integersUnless(reply -> false, partitions, commands, partition -> MOST_IN_FLIGHT, witness)
                .then(PartitionSweep::zero);
    }

    /** Does as {@link #sweep}, with commands that make the server allocate or free the memory of the partition. */
    static Step<List<Partition>> sweepMemory(
            Stream<Partition> partitions, Function<Partition, List<Command>> commands) {
        return memoryIntegersUnless(reply -> false, partitions, commands).then(PartitionSweep::zero);
    }

    private static Step<List<Partition>> zero(Map<Partition, Long> answers) {
        List<Partition> zero = new ArrayList<>();
        answers.forEach((partition, answer) -> {
            if (answer == 0) {
                zero.add(partition);
            }
        });
        return Step.done(zero);
    }

    /**
     * Sends the commands for each partition.
     *
     * @param commands makes the commands of a partition; the last one is answered with an integer
     * @return the answer to the last command of each partition, or its first value
     */
    public static Step<Map<Partition, Long>> integers(
            Stream<Partition> partitions, Function<Partition, List<Command>> commands) {
        return integersUnless(
                reply -> false, partitions, commands, partition -> MOST_IN_FLIGHT, (partition, replies) -> {});
    }

    /**
     * Sends the commands for each partition, which make the server allocate or free the memory of the partition. Some
     * may be refused.
     *
     * @param refusal whether a reply to any of the commands is such a refusal
     * @return the answers as of {@link #integers}, without the partitions of refused commands
     */
    static Step<Map<Partition, Long>> memoryIntegersUnless(
            Predicate<Reply> refusal, Stream<Partition> partitions, Function<Partition, List<Command>> commands) {
        return integersUnless(refusal, partitions, commands, PartitionSweep::partsOfMemory, (partition, replies) -> {});
    }

    private static Step<Map<Partition, Long>> integersUnless(
            Predicate<Reply> refusal,
            Stream<Partition> partitions,
            Function<Partition, List<Command>> commands,
            ToIntFunction<Partition> mostInFlight,
            BiConsumer<Partition, List<Reply>> witness) {
        Iterator<Partition> rest = partitions.iterator();
        if (!rest.hasNext()) {
            return Step.done(Map.of());
        }
        Partition first = rest.next();
        Map<Batch, Partition> sent = new IdentityHashMap<>();
        Map<Partition, Long> answers = new LinkedHashMap<>();
        Iterator<Batch> batches = Stream.concat(Stream.of(first), Streams.stream(rest))
                .map(partition -> {
                    Batch batch = partition.batch(commands.apply(partition));
                    sent.put(batch, partition);
                    return batch;
                })
                .iterator();
        return Steps.all(
                batches,
                mostInFlight.applyAsInt(first),
                (batch, replies) -> {
                    Partition partition = Objects.requireNonNull(sent.remove(batch));
                    if (replies.stream().noneMatch(refusal)) {
                        answers.put(partition, answer(batch, replies));
                        witness.accept(partition, replies);
                    }
                },
                () -> Step.done(answers));
    }

    private static long answer(Batch batch, List<Reply> replies) {
        boolean isLost = false;
        for (int i = 0; i < replies.size(); i++) {
            Command command = batch.commands().get(i);
            if (command.verb() == Verb.BF_INFO && ModuleCommands.saysNoSuchFilter(replies.get(i))) {
                isLost = true;
            } else if (!isDoneAlready(command, replies.get(i))) {
                Answers.requireSuccess(command, replies.get(i));
            }
        }
        int last = replies.size() - 1;
        long answer = Answers.firstInteger(batch.commands().get(last), replies.get(last));
        return isLost ? 0 : answer;
    }

    /** Another client has given the key its name. */
    private static boolean isDoneAlready(Command command, Reply reply) {
        return command.verb() == Verb.RENAMENX && Answers.saysNoSuchKey(reply);
    }

    private static List<Command> unlink(Partition partition) {
        List<byte[]> keys = new ArrayList<>(partition.keys());
        keys.addAll(partition.unbornKeys());
        keys.add(partition.expiryKey());
        return List.of(unlinkAll(keys));
    }

    /** Removes keys of one slot by one command, so that none of them outlives another. */
    static Command unlinkAll(List<byte[]> keys) {
        return Commands.unlink(keys.get(0), keys.subList(1, keys.size()).toArray(new byte[0][]));
    }

    private static int partsOfMemory(Partition partition) {
        return (int) Math.max(1, Math.min(MOST_IN_FLIGHT, MEMORY_IN_FLIGHT / Math.max(1, partition.bits())));
    }

    private static Stream<Partition> all(Collection<Layer> layers) {
        return layers.stream().flatMap(Layer::partitions);
    }
}
