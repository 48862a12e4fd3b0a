package io.polybloom.internal.redis;

import com.google.common.collect.Streams;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The same commands for many partitions, several of them in flight; nothing more is sent after the first failure. */
public final class PartitionSweep {

    /**
     * The most partitions on which a sweep works at a time. A compromise: more hide the round trips, and make the
     * commands of others wait longer.
     */
    public static final int MOST_IN_FLIGHT = 32;

    /**
     * The bits that the server may have to allocate or free at a time, one partition of the default size: it reads what
     * one client has sent in one go, and serves no other client meanwhile. For 512 KiB that takes less than a
     * millisecond (docs/performance.md, "Size of partitions"); {@code bloom-bench.jar neighbour} shows what others
     * notice of it.
     */
    private static final long MEMORY_IN_FLIGHT = 1L << 22;

    private PartitionSweep() {}

    /** Reads the proofs that all keys of a partition are those that were made, the trailer last. */
    static List<Command> signOfLife(Partition partition) {
        Command trailer = Bitfield.trailer(partition);
        return partition
                .layer()
                .storage()
                .signOfLife(partition)
                .map(sign -> List.of(sign, trailer))
                .orElseGet(() -> List.of(trailer));
    }

    /** Returns those partitions that are not alive; nothing is written. */
    public static Step<List<Partition>> dead(Stream<Partition> partitions) {
        return sweep(partitions, PartitionSweep::signOfLife);
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
    public static Step<List<Partition>> sweepMemory(
            Stream<Partition> partitions, Function<Partition, List<Command>> commands) {
        return memoryIntegersUnless(reply -> false, partitions, commands).then(PartitionSweep::zero);
    }

    static Step<List<Partition>> zero(Map<Partition, Long> answers) {
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
    public static Step<Map<Partition, Long>> memoryIntegersUnless(
            Predicate<Reply> refusal, Stream<Partition> partitions, Function<Partition, List<Command>> commands) {
        return integersUnless(refusal, partitions, commands, PartitionSweep::partsOfMemory, (partition, replies) -> {});
    }

    static Step<Map<Partition, Long>> integersUnless(
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
                        answers.put(partition, answer(partition, batch, replies));
                        witness.accept(partition, replies);
                    }
                },
                () -> Step.done(answers));
    }

    private static long answer(Partition partition, Batch batch, List<Reply> replies) {
        boolean isLost = false;
        for (int i = 0; i < replies.size(); i++) {
            Command command = batch.commands().get(i);
            if (partition.layer().storage().saysLost(command, replies.get(i))) {
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

    static int partsOfMemory(Partition partition) {
        return (int) Math.max(1, Math.min(MOST_IN_FLIGHT, MEMORY_IN_FLIGHT / Math.max(1, partition.bits())));
    }

    /** Returns the partitions of some layers. */
    static Stream<Partition> all(Collection<Layer> layers) {
        return layers.stream().flatMap(Layer::partitions);
    }
}
