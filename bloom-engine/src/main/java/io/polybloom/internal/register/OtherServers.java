package io.polybloom.internal.register;

import io.polybloom.SpecMismatchException;
import io.polybloom.SpecMismatchException.Difference;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The independent servers but the first. The register of a filter must not be there; it is, if the caller names the
 * servers in another order than the creator of the filter did. An empty filter next to it would report all of its
 * elements as new. Until a filter on more than two servers is ready, the others have the order in which its creator
 * names them.
 */
public final class OtherServers {

    /**
     * The largest number of servers that are asked at a time. A compromise: more answer sooner, and hold more
     * connections.
     */
    private static final int MOST_IN_FLIGHT = 8;

    private final Register register;
    private final byte[] order;
    private final int servers;

    /**
     * Prepares questions to them.
     *
     * @param servers the number of independent servers
     */
    public OtherServers(Register register, int servers) {
        this.register = register;
        this.order = register.names().order().getBytes(StandardCharsets.UTF_8);
        this.servers = servers;
    }

    /** Returns the steps that refuse a filter whose register is on another server. */
    public Step<Void> requireNone() {
        return find().also(found -> {
                    if (!found.isEmpty()) {
                        throw refusal(found.firstKey());
                    }
                })
                .asVoid();
    }

    /**
     * Returns the steps that find the registers on other servers, by the numbers of these servers. A filter that is
     * only on that one server is a different filter.
     */
    private Step<SortedMap<Integer, FilterState>> find() {
        return ask(server -> register.look()).map(answers -> {
            SortedMap<Integer, FilterState> found = new TreeMap<>();
            answers.forEach((server, replies) -> register.seen(replies)
                    .filter(state -> !state.isOver() && state.filter().servers() > 1)
                    .ifPresent(state -> found.put(server, state)));
            return found;
        });
    }

    /**
     * Returns the steps that end when a filter, whose name was claimed, may be made; the value is the current version.
     *
     * <p>If clients list several servers in different orders, each of them has claimed the name on the server that it
     * lists first, where the others have not seen it. One of these filters is made. A client reads the other servers
     * once its claim exists. So of two clients, at least one sees the other's claim. The one with the smaller life has
     * priority: the other one yields when it sees that claim. If the other one read the servers before that claim
     * existed, it continues; so the first one waits until the filter of the other is ready or gone.
     *
     * @throws SpecMismatchException in the steps, if the claim must yield; then it is removed
     */
    Step<Optional<FilterState>> requirePriority(FilterState claimed, Environment environment) {
        return requireOrder(claimed.life())
                .then(same -> lookForRivals(claimed, environment, new RoundLimit(register.name())));
    }

    /** The other filter needs a few round trips to yield or to become ready, unless its client has died. */
    private Step<Optional<FilterState>> lookForRivals(FilterState claimed, Environment environment, RoundLimit rounds) {
        return find().then(found -> {
            // The caller may name the same server twice.
            found.values().removeIf(state -> state.life().equals(claimed.life()));
            if (found.isEmpty()) {
                return Step.done(Optional.of(claimed));
            }
            return mayWait(claimed, found) && rounds.mayRepeat()
                    ? lookForRivals(claimed, environment, rounds)
                    : yieldTo(found.firstKey(), claimed, environment);
        });
    }

    private static boolean mayWait(FilterState claimed, SortedMap<Integer, FilterState> found) {
        for (FilterState rival : found.values()) {
            if (rival.filter().ready() || rival.life().compareTo(claimed.life()) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Another client may have made the filter meanwhile: then it stays. */
    private Step<Optional<FilterState>> yieldTo(int server, FilterState claimed, Environment environment) {
        return register.read().then(current -> {
            boolean isUnmade = current.filter(state ->
                            state.isOfLife(claimed.life()) && !state.filter().ready())
                    .isPresent();
            if (!isUnmade) {
                return Step.done(current);
            }
            return register.compareAndSet(current, current.get().deleted()).then(written -> {
                if (!written.isOurs()) {
                    return yieldTo(server, claimed, environment);
                }
                return new Finishing(register, environment)
                        .finish(written.current())
                        .then(removed -> {
                            throw refusal(server);
                        });
            });
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
        return new Step.Send<>(batches.iterator(), MOST_IN_FLIGHT, receiver, () -> {
            batches.forEach(
                    batch -> Answers.requireSuccess(batch, Objects.requireNonNull(answers.get(batch.server()))));
            return Step.done(answers);
        });
    }

    /** Returns the refusal of a caller who names the servers in another order. */
    private SpecMismatchException refusal(int server) {
        String where = "server " + (server + 1) + " of " + servers;
        return new SpecMismatchException(
                register.name(),
                List.of(new Difference("place of the register", where, "server 1")),
                "the filter '" + register.name() + "' has its register on " + where
                        + ", not on the first: these servers are in another order than when it was created. Nothing"
                        + " was changed; name them in that order");
    }

    /**
     * Returns the steps that write the number of each server but the first on it, for a filter that is not ready yet.
     * They come before the claim of the name. With the same first server, but the others exchanged, another client
     * would complete the filter with partitions in other places, where its creator does not look for them. Later such a
     * client notices that the partitions are missing.
     */
    public Step<Void> leaveOrder(String origin) {
        return askAboutOrder(server -> List.of(
                        Commands.putIfAbsent(order, number(origin, server), "1"),
                        Commands.liveFor(order, Making.LIFE_MILLIS)))
                .asVoid();
    }

    /**
     * Returns the steps that compare the order of the creator with that of this client. If the filter has become ready,
     * or was claimed long ago, the numbers are gone, and the order counts as equal.
     */
    private Step<Void> requireOrder(String origin) {
        Command read = Commands.readHash(order);
        return askAboutOrder(server -> List.of(read))
                .also(answers -> {
                    answers.forEach((server, replies) -> {
                        List<String> left =
                                Answers.fields(replies.get(0), "the order of the servers of the filter")
                                        .keySet()
                                        .stream()
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
    public Step<Void> forgetOrder(String origin) {
        return askAboutOrder(server -> List.of(Commands.removeFields(order, List.of(number(origin, server)))))
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
                register.name(),
                List.of(new Difference("place of " + here, there, here)),
                "the filter '" + register.name() + "' is being created by another client, for which " + here + " is "
                        + there
                        + ": these servers are in another order. Nothing was changed; name them in the same order"
                        + " everywhere");
    }
}
