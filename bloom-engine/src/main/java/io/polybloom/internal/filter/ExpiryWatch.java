package io.polybloom.internal.filter;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.RoundLimit;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionExpiry;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks after the expiry of the partitions of a filter, a few at a time. A command that arrives late, when another
 * client has overtaken it, can leave an expiry on a partition that the config does not name, or take away the one that
 * it names: then the partition would be lost too early, or stay for ever. Thread-safe.
 */
public final class ExpiryWatch {

    /** The most partitions that are asked at a time: they are asked in one round trip. */
    private static final int MOST_AT_A_TIME = 32;

    /**
     * By how much the expiry of a partition may differ, in milliseconds: the server is asked for its time before it is
     * asked for what is left.
     */
    private static final long TOLERANCE_MILLIS = 1_000;

    private final OpenFilter filter;
    private final AtomicInteger next = new AtomicInteger();

    ExpiryWatch(OpenFilter filter) {
        this.filter = filter;
    }

    /**
     * Asks the next partitions how long they live. If the config says otherwise for one of them, all get the expiry
     * that it names: then a client has died that was about to give it to all, in their order. So the last partitions
     * are asked first.
     *
     * @param current what was just read in the config
     */
    Step<Void> lookAfter(Generation current) {
        List<Partition> turn = turn(current);
        if (turn.isEmpty()) {
            return Step.done();
        }
        Optional<Instant> expireAt = current.description().expireAt();
        Map<Batch, Partition> asked = new IdentityHashMap<>();
        List<Batch> questions = new ArrayList<>();
        for (Partition partition : turn) {
            Batch question = question(partition, expireAt);
            questions.add(question);
            asked.put(question, partition);
        }
        Map<Partition, List<Reply>> answers = new LinkedHashMap<>();
        return new Step.Send<>(
                questions.iterator(),
                MOST_AT_A_TIME,
                (question, replies) -> {
                    answers.put(Objects.requireNonNull(asked.get(question)), replies);
                    return true;
                },
                () -> mend(current, expireAt, answers));
    }

    /**
     * Takes up an expiry that another client has set, and that exchanges have met. Without an expiry in the config
     * there is nothing to give back: a client that sets one sweeps the partitions after the config.
     *
     * @param taken the partitions that an exchange has taken their expiry from, since the hash that would have stopped
     *     it was evicted
     */
    public Step<Void> takeUp(Generation generation, Set<Partition> taken) {
        return new Mend(generation, taken, taken).takeUp();
    }

    private Step<Void> mend(Generation current, Optional<Instant> expireAt, Map<Partition, List<Reply>> answers) {
        Set<Partition> wrong = new LinkedHashSet<>();
        answers.forEach((partition, replies) -> {
            if (isWrong(question(partition, expireAt), replies, expireAt)) {
                wrong.add(partition);
            }
        });
        return wrong.isEmpty() ? Step.done() : new Mend(current, wrong, all(current)).restore(expireAt);
    }

    private static List<Partition> all(Generation current) {
        return ofOneExpiry(current).stream()
                .flatMap(layer -> layer.partitions())
                .toList();
    }

    /** Partitions that expire with a slice are left alone: they get their expiry anew when they move on. */
    private static List<Layer> ofOneExpiry(Generation current) {
        return current.layers().stream().filter(layer -> !layer.hasOwnExpiry()).toList();
    }

    private List<Partition> turn(Generation current) {
        List<Layer> layers = ofOneExpiry(current);
        int all =
                layers.stream().mapToInt(layer -> layer.geometry().partitions()).sum();
        int count = Math.min(MOST_AT_A_TIME, all);
        int first = count == 0 ? 0 : Math.floorMod(next.addAndGet(-count), all);
        List<Partition> turn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            turn.add(partition(layers, (first + i) % all));
        }
        return turn;
    }

    /** Returns a partition by its place among all of some layers. */
    private static Partition partition(List<Layer> layers, int place) {
        int left = place;
        for (Layer layer : layers) {
            int partitions = layer.geometry().partitions();
            if (left < partitions) {
                return layer.partition(left);
            }
            left -= partitions;
        }
        throw new IndexOutOfBoundsException(place);
    }

    private static Batch question(Partition partition, Optional<Instant> expireAt) {
        List<Command> commands = new ArrayList<>();
        if (expireAt.isPresent()) {
            commands.add(Commands.time(partition.key()));
        }
        partition.keys().forEach(key -> commands.add(Commands.timeToLive(key)));
        return partition.batch(commands);
    }

    /** What this client may not ask, another one will. */
    private static boolean isWrong(Batch question, List<Reply> replies, Optional<Instant> expireAt) {
        if (replies.stream().anyMatch(Answers::isRefused)) {
            return false;
        }
        long time = 0;
        for (int i = 0; i < replies.size(); i++) {
            Command command = question.commands().get(i);
            if (command.verb() == Verb.TIME) {
                time = Answers.millis(command, replies.get(i));
            } else if (isWrong(Answers.integer(command, replies.get(i)), time, expireAt)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWrong(long millisLeft, long time, Optional<Instant> expireAt) {
        if (millisLeft == Commands.NO_SUCH_KEY) {
            return false;
        }
        if (millisLeft == Commands.NO_EXPIRY || expireAt.isEmpty()) {
            return (millisLeft == Commands.NO_EXPIRY) == expireAt.isPresent();
        }
        return Math.abs(time + millisLeft - expireAt.get().toEpochMilli()) > TOLERANCE_MILLIS;
    }

    /**
     * Gives partitions the expiry that the config names. The config decides, and it is settled when the config, read
     * after the last partition, still says the same.
     */
    private final class Mend {

        private final Generation generation;
        private final Set<Partition> wrong;
        private final Collection<Partition> doubtful;
        private final RoundLimit rounds;

        /**
         * Prepares the repair.
         *
         * @param wrong the partitions that do not outlive the filter
         * @param doubtful those that get the expiry of the config
         */
        Mend(Generation generation, Set<Partition> wrong, Collection<Partition> doubtful) {
            this.generation = generation;
            this.wrong = wrong;
            this.doubtful = doubtful;
            this.rounds = new RoundLimit(generation.description().name());
        }

        Step<Void> takeUp() {
            return filter.opening()
                    .describe()
                    .then(stored -> stored.filter(this::isMeant)
                                    .filter(same -> same.expireAt().isEmpty())
                                    .isPresent()
                            ? adopt(stored)
                            : apply(stored));
        }

        /**
         * Gives the partitions the expiry that they were found not to have, unless the config names another one by now.
         */
        Step<Void> restore(Optional<Instant> expireAt) {
            return filter.opening()
                    .describe()
                    .then(stored -> isStill(stored, expireAt) ? apply(stored) : adopt(stored));
        }

        private Step<Void> adopt(Optional<FilterDescription> stored) {
            stored.filter(this::isMeant)
                    .filter(FilterDescription::ready)
                    .ifPresent(current -> filter.adopt(new Generation(current)));
            return Step.done();
        }

        private Step<Void> apply(Optional<FilterDescription> stored) {
            rounds.next();
            return adopt(stored).then(adopted -> {
                if (wrong.isEmpty()) {
                    return Step.done();
                }
                Optional<FilterDescription> same = stored.filter(this::isMeant);
                return same.isPresent() ? give(same.get().expireAt()) : remove();
            });
        }

        private Step<Void> give(Optional<Instant> expireAt) {
            return PartitionExpiry.restore(
                            doubtful, expireAt, filter.environment().ids())
                    .then(given -> filter.opening().describe())
                    .then(current -> isStill(current, expireAt) ? Step.done() : apply(current));
        }

        /**
         * The filter is gone, or another filter has its name by now. A partition with an expiry does not outlive its
         * config.
         */
        private Step<Void> remove() {
            return PartitionSweep.sweep(wrong.stream(), partition -> List.of(Commands.unlink(partition.key())))
                    .asVoid();
        }

        private boolean isStill(Optional<FilterDescription> stored, Optional<Instant> expireAt) {
            return stored.filter(this::isMeant)
                    .filter(same -> same.expireAt().equals(expireAt))
                    .isPresent();
        }

        private boolean isMeant(FilterDescription stored) {
            return stored.generation().equals(generation.description().generation());
        }
    }
}
