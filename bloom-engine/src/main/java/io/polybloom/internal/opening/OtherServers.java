package io.polybloom.internal.opening;

import io.polybloom.SpecMismatchException;
import io.polybloom.SpecMismatchException.Difference;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The independent servers but the first. The config of a filter must not be there; it is, if the caller names the
 * servers in another order than the creator of the filter did. An empty filter next to it would report all of its
 * elements as new. Until a filter on more than two servers is ready, the others have the order in which its creator
 * names them.
 */
final class OtherServers {

    /**
     * The largest number of servers that are asked at a time. A compromise: more answer sooner, and hold more
     * connections.
     */
    private static final int WINDOW = 8;

    private final ConfigKey config;
    private final int servers;

    /**
     * Prepares questions to them.
     *
     * @param servers the number of independent servers
     */
    OtherServers(ConfigKey config, int servers) {
        this.config = config;
        this.servers = servers;
    }

    /** Returns the steps that refuse a filter whose config is on another server. */
    Step<Void> requireNone() {
        return find().also(found -> {
                    if (!found.isEmpty()) {
                        throw refusal(found.firstKey());
                    }
                })
                .asVoid();
    }

    /**
     * Returns the steps that find the configs on other servers, by the numbers of these servers. A filter that is only
     * on that one server is a different filter.
     */
    Step<SortedMap<Integer, ConfigRecord>> find() {
        return ask(server -> List.of(config.read())).map(answers -> {
            SortedMap<Integer, ConfigRecord> found = new TreeMap<>();
            answers.forEach((server, replies) -> config.record(replies.get(0))
                    .filter(stored -> stored.filter().servers() > 1)
                    .ifPresent(stored -> found.put(server, stored)));
            return found;
        });
    }

    /** Returns the steps that send commands to the other servers; the value holds the replies by server number. */
    private Step<SortedMap<Integer, List<Reply>>> ask(IntFunction<List<Command>> commands) {
        List<Batch> batches = IntStream.range(1, servers)
                .mapToObj(server -> new Batch(server, Batch.CONFIG_ORDERING_KEY, commands.apply(server)))
                .toList();
        SortedMap<Integer, List<Reply>> answers = new TreeMap<>();
        Step.Receiver receiver = (batch, replies) -> {
            answers.put(batch.server(), replies);
            return true;
        };
        return new Step.Send<>(batches.iterator(), WINDOW, receiver, () -> {
            batches.forEach(
                    batch -> Answers.requireSuccess(batch, Objects.requireNonNull(answers.get(batch.server()))));
            return Step.done(answers);
        });
    }

    /** Returns the refusal of a caller who names the servers in another order. */
    SpecMismatchException refusal(int server) {
        String where = "server " + (server + 1) + " of " + servers;
        return new SpecMismatchException(
                config.name(),
                List.of(new Difference("place of the config", where, "server 1")),
                "the filter '" + config.name() + "' has its config on " + where
                        + ", not on the first: these servers are in another order than when it was created. Nothing"
                        + " was changed; name them in that order");
    }

    /**
     * Returns the steps that write the number of each server but the first on it, for a filter that is not ready yet.
     * They come before the claim of the name. With the same first server, but the others exchanged, another client
     * would complete the filter with partitions in other places, where its creator does not look for them. Later such a
     * client notices that the partitions are missing.
     */
    Step<Void> leaveOrder(String origin) {
        return askAboutOrder(server -> List.of(
                        ConfigCommands.leaveNumber(config.order(), number(origin, server)),
                        Commands.expireAfter(config.order(), PartitionBirth.LIFE_MILLIS)))
                .asVoid();
    }

    /**
     * Returns the steps that compare the order of the creator with that of this client. If the filter has become ready,
     * or was claimed long ago, the numbers are gone, and the order counts as equal.
     */
    Step<Void> requireOrder(String origin) {
        Command read = Commands.readHash(config.order());
        return askAboutOrder(server -> List.of(read))
                .also(answers -> {
                    answers.forEach((server, replies) -> {
                        List<String> left = config.numbers(replies.get(0)).stream()
                                .filter(field -> field.startsWith(origin))
                                .toList();
                        // A server that is named twice has two numbers.
                        if (!left.isEmpty() && !left.contains(number(origin, server))) {
                            throw orderRefusal(server, left.get(0));
                        }
                    });
                })
                .asVoid();
    }

    /** Returns the steps that remove the numbers, when the filter is ready or another one has the name. */
    Step<Void> forgetOrder(String origin) {
        return askAboutOrder(server -> List.of(ConfigCommands.remove(config.order(), List.of(number(origin, server)))))
                .asVoid();
    }

    /** Two servers in another order differ in the first, which is noticed without numbers. */
    private Step<SortedMap<Integer, List<Reply>>> askAboutOrder(IntFunction<List<Command>> commands) {
        return servers < 3 ? Step.done(new TreeMap<>()) : ask(commands);
    }

    private static String number(String origin, int server) {
        return origin + "." + server;
    }

    private SpecMismatchException orderRefusal(int server, String number) {
        String here = "server " + (server + 1);
        String there = "server " + (1 + Integer.parseInt(number.substring(number.indexOf('.') + 1)));
        return new SpecMismatchException(
                config.name(),
                List.of(new Difference("place of " + here, there, here)),
                "the filter '" + config.name() + "' is being created by another client, for which " + here + " is "
                        + there
                        + ": these servers are in another order. Nothing was changed; name them in the same order"
                        + " everywhere");
    }
}
