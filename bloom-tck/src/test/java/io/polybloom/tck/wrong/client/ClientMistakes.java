package io.polybloom.tck.wrong.client;

import static io.polybloom.tck.wrong.backend.Connector.around;
import static io.polybloom.tck.wrong.backend.Connector.between;
import static io.polybloom.tck.wrong.backend.Connector.hasty;

import com.google.common.hash.Funnel;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.ChangedConnection;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.Mistake;
import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/** Mistakes in how a client is used. */
public enum ClientMistakes implements WrongBackend {
    /** Sends nothing more before it has the replies to its last batch. */
    ASKS_ONE_LAYER_AT_A_TIME("6.15", hasty(between(right -> new ChangedTransport(right, Transport::send) {
        @Override
        public int window() {
            return 1;
        }

        @Override
        public boolean joinsSlots() {
            return false;
        }
    }))),

    /** Marks every batch as one that a replica may answer. */
    ASKS_REPLICAS_UNASKED(
            "7.20",
            between(ChangedTransport.exchanging(
                    (to, batch) -> to.send(batch.isWrite() ? batch : batch.fromReplica())))),

    /** Closes the user's client when a filter is deleted. */
    CLOSES_THE_CLIENT("5.05, 5.06, 7.10", (target, timeout) -> {
        Connection client = new LettuceBackend().connect(target, timeout);
        BloomFilters filters = Change.made(BloomFilters.class, new Change<BloomFilters>(client.filters()) {
            public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                return closing(right.open(spec, funnel, options), client);
            }
        });
        return new ChangedConnection(filters, List.of(client));
    }),

    /** Follows no redirect, not even when a slot has moved for good. */
    FOLLOWS_NO_REDIRECT("7.09", new LettuceBackend() {
        @Override
        protected ClusterClientOptions.Builder clusterOptions() {
            return super.clusterOptions().maxRedirects(0);
        }
    }::connect),

    /** Takes a node of a cluster for a server of its own. */
    KNOWS_ONE_NODE("4.03, 4.04, 7.09", (target, timeout) -> {
        Target known = target.kind() == Target.Kind.CLUSTER
                ? Target.standalone(target.uris().get(0))
                : target;
        return new LettuceBackend().connect(known, timeout);
    }),

    /** Lends its only connection to a load for good: others find none. */
    LENDS_ITS_CONNECTION_TO_A_LOAD("9.07", around(filters -> {
        AtomicBoolean isLent = new AtomicBoolean();
        return Change.made(BloomFilters.class, new Change<BloomFilters>(filters) {
            public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                return lending(right.open(spec, funnel, options), isLent);
            }
        });
    })),

    /** Sends the password on the first connection only: after a lost one it uses another without it. */
    LOGS_IN_ONCE("7.08", (target, timeout) -> {
        List<String> uris = target.uris().stream()
                .map(uri -> uri.replaceFirst("//.*@", "//"))
                .toList();
        AtomicReference<Transport<InFlight>> next = new AtomicReference<>();
        Connection second = between(transport -> {
                    next.set(transport);
                    return transport;
                })
                .connect(new Target(target.kind(), uris), timeout);
        AtomicBoolean isLost = new AtomicBoolean();
        Connection first = between(right -> new ChangedTransport(right, (to, batch) -> {
                    if (isLost.get()) {
                        return next.get().send(batch);
                    }
                    InFlight inFlight = to.send(batch);
                    return () -> {
                        List<Reply> replies = inFlight.await();
                        isLost.compareAndSet(false, replies.stream().anyMatch(Words::isUnanswered));
                        return replies;
                    };
                }))
                .connect(target, timeout);
        return new ChangedConnection(first.filters(), List.of(first, second));
    }),

    /** Makes a bulk call of each single look-up, which waits for no other. */
    LOOKS_UP_BY_ITSELF(
            "8.05",
            around(filters -> Change.made(BloomFilters.class, new Change<BloomFilters>(filters) {
                public <T> BloomFilter<T> open(FilterSpec spec, Funnel<? super T> funnel, FilterOptions options) {
                    return Change.made(
                            BloomFilter.class, new Change<BloomFilter<T>>(right.<T>open(spec, funnel, options)) {
                                public boolean mightContain(T element) {
                                    return right.mightContainAll(List.of(element))[0];
                                }
                            });
                }
            }))),

    /** Lets Lettuce repeat look-ups: the values of the second reply follow the first values of the one that was cut. */
    REPEATS_INTO_HALF_REPLIES("7.08", repeating(command -> !command.isWrite())),

    /** The smallest transport without its refusal to be repeated: Lettuce writes the commands in flight again. */
    REPLAYS_IN_FLIGHT("7.07, 7.08", repeating(command -> true)),

    /** Opens mirrors through another client than filters. */
    TELLS_MIRRORS_NOTHING("19.02", (target, timeout) -> {
        Connection one = new LettuceBackend().connect(target, timeout);
        Connection other = new LettuceBackend().connect(target, timeout);
        BloomFilters filters = Change.made(BloomFilters.class, new Change<BloomFilters>(one.filters()) {
            public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
                return other.filters().mirror(name, funnel, options);
            }
        });
        return new ChangedConnection(filters, List.of(one, other));
    }),

    /** Takes every server for one of a cluster, which redirects what it is not the primary of. */
    TRUSTS_EVERY_SERVER("7.17, 19.05, 21.02", between(right -> new ChangedTransport(right, Transport::send) {
        @Override
        public boolean redirects() {
            return true;
        }
    }));

    private final Mistake mistake;

    ClientMistakes(String breaks, Connector mistake) {
        this.mistake = new Mistake(breaks, mistake);
    }

    private static <T> BloomFilter<T> closing(BloomFilter<T> filter, Connection client) {
        return Change.made(BloomFilter.class, new Change<BloomFilter<T>>(filter) {
            public void delete() {
                right.delete();
                client.close();
            }
        });
    }

    private static <T> BloomFilter<T> lending(BloomFilter<T> filter, AtomicBoolean isLent) {
        return Change.made(BloomFilter.class, new Change<BloomFilter<T>>(filter) {
            public long load(Iterable<? extends T> elements, LongConsumer progress) {
                isLent.set(true);
                return right.load(elements, progress);
            }

            public boolean mightContain(T element) {
                if (isLent.get()) {
                    throw new BackendException(Reason.UNREACHABLE, false, "no connection is left", null);
                }
                return right.mightContain(element);
            }
        });
    }

    private static Connector repeating(Predicate<Command> which) {
        return new LettuceBackend() {
            @Override
            protected Transport<InFlight> transport(RedisClusterAsyncCommands<byte[], byte[]> redis, Duration timeout) {
                return new RepeatingTransport(redis, timeout, which);
            }
        }::connect;
    }

    @Override
    public Mistake mistake() {
        return mistake;
    }
}
