package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.SpecMismatchException;
import io.polybloom.SpecMismatchException.Difference;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionBirth;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * The order in which the creator of a filter names more than two independent servers, until the filter is ready. With
 * the same first server, but the others exchanged, another client would complete the filter with partitions in other
 * places, where its creator does not look for them. Later such a client notices that the partitions are missing.
 */
final class ServerOrder {

    private final ConfigKey config;
    private final FilterDescription filter;
    private final OtherServers others;

    /**
     * Prepares the commands about the order of the servers of a filter.
     *
     * @param filter a filter that is not ready yet
     */
    ServerOrder(ConfigKey config, FilterDescription filter) {
        this.config = config;
        this.filter = filter;
        this.others = new OtherServers(config, filter.servers());
    }

    /** Returns the steps that write its number on each server but the first. They come before the claim of the name. */
    Step<Void> leave() {
        return send(server -> List.of(
                        ConfigCommands.leaveNumber(config.order(), number(server)),
                        Commands.expireAfter(config.order(), PartitionBirth.LIFE_MILLIS)))
                .then(replies -> Step.done());
    }

    /**
     * Returns the steps that compare the order of the creator with that of this client. If the filter has become ready,
     * or was claimed long ago, the numbers are gone, and the order counts as equal.
     */
    Step<Void> require() {
        Command read = Commands.readHash(config.order());
        return send(server -> List.of(read)).then(answers -> {
            answers.forEach((server, replies) -> {
                List<String> left = config.numbers(replies.get(0)).stream()
                        .filter(field -> field.startsWith(filter.origin()))
                        .toList();
                // A server that is named twice has two numbers.
                if (!left.isEmpty() && !left.contains(number(server))) {
                    throw refusal(server, left.get(0));
                }
            });
            return Step.done();
        });
    }

    /** Returns the steps that remove the numbers, when the filter is ready or another one has the name. */
    Step<Void> forget() {
        return send(server -> List.of(ConfigCommands.remove(config.order(), List.of(number(server)))))
                .then(replies -> Step.done());
    }

    /** Two servers in another order differ in the first, which is noticed without numbers. */
    private Step<SortedMap<Integer, List<Reply>>> send(IntFunction<List<Command>> commands) {
        return filter.servers() < 3 ? new Step.Done<>(new TreeMap<>()) : others.ask(commands);
    }

    private String number(int server) {
        return filter.origin() + "." + server;
    }

    private SpecMismatchException refusal(int server, String number) {
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
