package io.polybloom.internal.open;

import io.polybloom.SpecMismatchException;
import io.polybloom.SpecMismatchException.Difference;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Answers;
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
 * Looks for the config of a filter where it must not be: on an independent server other than the first. It is there if
 * the caller names the servers in another order than the creator of the filter did. An empty filter next to it would
 * report all of its elements as new.
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
     * Prepares the search.
     *
     * @param servers the number of independent servers
     */
    OtherServers(ConfigKey config, int servers) {
        this.config = config;
        this.servers = servers;
    }

    /** Returns the steps that refuse a filter whose config is on another server. */
    Step<Void> requireNone() {
        return find().then(found -> {
            if (!found.isEmpty()) {
                throw refusal(found.firstKey());
            }
            return Step.done();
        });
    }

    /**
     * Returns the steps that find the configs on other servers, by the numbers of these servers. A filter that is only
     * on that one server is a different filter.
     */
    Step<SortedMap<Integer, ConfigRecord>> find() {
        return ask(server -> List.of(config.read())).then(answers -> {
            SortedMap<Integer, ConfigRecord> found = new TreeMap<>();
            answers.forEach((server, replies) -> config.record(replies.get(0))
                    .filter(stored -> stored.filter().servers() > 1)
                    .ifPresent(stored -> found.put(server, stored)));
            return new Step.Done<>(found);
        });
    }

    /** Returns the steps that send commands to the other servers; the value holds the replies by server number. */
    Step<SortedMap<Integer, List<Reply>>> ask(IntFunction<List<Command>> commands) {
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
            return new Step.Done<>(answers);
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
}
