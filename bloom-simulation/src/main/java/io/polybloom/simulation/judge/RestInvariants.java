package io.polybloom.simulation.judge;

import io.polybloom.layout.Layouts;
import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Authors.Author;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conditions that must hold on the servers when no operation is in progress. */
public final class RestInvariants {

    /**
     * A client reserves that much room of a layer for elements on their way: the engine opens the next one a little
     * early.
     */
    private static final long KEPT_FREE = 8;

    /** All clients of a world together may add that many elements before one of them notices that a layer is full. */
    private static final long MOST_AT_ONCE = 16;

    /** An estimate from all bits of a small layer may err by that much. */
    private static final long ERROR_OF_ESTIMATE = 2;

    /** A partition is alive only if a renaming has given it its name, and a config only if a claim has. */
    private static final Set<Verb> MAKES_NOTHING_ALIVE =
            Set.of(Verb.BITFIELD, Verb.BITOP, Verb.BITOP_AND, Verb.HSETNX, Verb.HSET);

    /** What removes keys that it does not name. */
    private static final Set<EventKind> TAKES_AWAY = Set.of(EventKind.FORGET, EventKind.TICK, EventKind.SHIFT);

    /** The commands that make a partition, or claims, under the name of something unborn. */
    private static final Set<Verb> MAKES_UNBORN = Set.of(Verb.SETBIT, Verb.BF_RESERVE, Verb.ZADD);

    /** The commands that make permanent what would expire. */
    private static final Set<Verb> KEEPS = Set.of(Verb.PERSIST, Verb.BITOP);

    /** The time for which a config outlives its partitions. */
    private static final long RESPITE_MILLIS = Duration.ofDays(1).toMillis();

    private final List<Keyspace> servers;
    private final Authors authors;
    private final History history;
    private final OvertakenExpiries overtaken;
    private final List<Violation> violations = new ArrayList<>();
    private final Set<String> owned = new HashSet<>();

    private RestInvariants(List<Keyspace> servers, Authors authors, History history) {
        this.servers = servers;
        this.authors = authors;
        this.history = history;
        this.overtaken = new OvertakenExpiries(authors, history);
    }

    /** Checks all servers; the config of a filter is on the first one. */
    public static List<Violation> check(List<Keyspace> servers, Authors authors, History history) {
        RestInvariants invariants = new RestInvariants(servers, authors, history);
        Keyspace first = servers.get(0);
        for (String key : first.keys()) {
            StoredFilter filter = StoredFilter.read(first, key);
            if (filter != null) {
                invariants.checkFilter(filter, key);
            }
        }
        invariants.findOrphans();
        return invariants.violations;
    }

    private void checkFilter(StoredFilter filter, String config) {
        for (String broken : Promises.broken(filter, history)) {
            violations.add(new Violation(Violation.Kind.NO_EFFECT, broken, excuseOfEffect(filter, config)));
        }
        checkRespite(filter, config);
        owned.add(config);
        owned.add(StoredFilter.trace(config));
        owned.add(filter.unbornTrace(config));
        owned.addAll(filter.leftBehind());
        filter.leftBehind().forEach(key -> owned.add(StoredFilter.module(key)));
        owned.addAll(filter.leftClaims());
        for (String claims : filter.claims()) {
            owned.add(claims);
            checkClaims(filter, claims);
        }
        for (int layer = 0; layer < filter.layers().size(); layer++) {
            checkLayer(filter, layer);
        }
        if (filter.forgets()) {
            checkPlaces(filter);
        }
        for (int partition = 0; partition < filter.claimed(); partition++) {
            owned.add(filter.key(filter.layers().size(), partition));
            owned.add(StoredFilter.module(filter.key(filter.layers().size(), partition)));
        }
    }

    /** Partitions on servers whose clocks are behind live on when the filter has expired. */
    private void checkRespite(StoredFilter filter, String config) {
        boolean isEarly = filter.expireAt() != Keyspace.NEVER
                && servers.get(0).expireAt(config) < filter.expireAt() + RESPITE_MILLIS;
        if (filter.ready() && isEarly && Promises.isExpirySettled(filter.name(), history)) {
            violations.add(new Violation(
                    Violation.Kind.EXPIRES_EARLY,
                    config + " expires less than a day after its filter",
                    excuseOfExpiry(0, config)));
        }
    }

    private void checkClaims(StoredFilter filter, String claims) {
        for (int server = 0; server < servers.size(); server++) {
            Keyspace keys = servers.get(server);
            if (!filter.ready() || !keys.exists(claims) || isBeingBorn(server, claims)) {
                continue;
            }
            long due = filter.expireAt() == Keyspace.NEVER ? Keyspace.NEVER : filter.expireAt() + RESPITE_MILLIS;
            if (keys.expireAt(claims) > due) {
                violations.add(new Violation(
                        Violation.Kind.OUTLIVES_CONFIG,
                        claims + " expires later than its config, or never",
                        excuseOfClaims(server, claims)));
            }
            if (keys.expireAt(claims) < due && Promises.isExpirySettled(filter.name(), history)) {
                violations.add(new Violation(
                        Violation.Kind.EXPIRES_EARLY,
                        claims + " expires less than a day after its filter",
                        excuseOfClaims(server, claims)));
            }
        }
    }

    /** Its maker has died before it gave the key the expiry of the filter: until then it lives for ten minutes. */
    private boolean isBeingBorn(int server, String claims) {
        Author maker = authors.maker(server, claims);
        return maker != null
                && maker.verb() == Verb.RENAMENX
                && maker.isUnheard()
                && authors.isLatest(server, claims, maker)
                && servers.get(server).expireAt(claims) != Keyspace.NEVER;
    }

    /** A write that re-created the key is heard by its caller, who removes it; it says nothing of any claim. */
    private @Nullable Excuse excuseOfClaims(int server, String claims) {
        Author maker = authors.maker(server, claims);
        if (maker != null && maker.isUnheard() && history.hasLostWritesToUnborn(claims)) {
            return new Excuse(Allowance.WRITES_LOST_IN_A_FAILOVER, "a failover has lost the ten minutes of " + claims);
        }
        boolean isBorn = servers.get(server).members(claims).contains("-");
        return isBorn ? excuseOfExpiry(server, claims) : excuse(server, claims);
    }

    private void checkLayer(StoredFilter filter, int layer) {
        long setBits = 0;
        boolean sealed = false;
        boolean complete = true;
        for (int partition = 0; partition < filter.partitions(layer); partition++) {
            String key = filter.key(layer, partition);
            int server = partition % servers.size();
            Keyspace keys = servers.get(server);
            owned.add(key);
            owned.add(StoredFilter.expiry(key));
            if (filter.isOfServer()) {
                owned.add(StoredFilter.module(key));
                checkExpiry(filter, layer, server, StoredFilter.module(key));
            }
            byte @Nullable [] bytes = keys.exists(key) ? keys.string(key) : null;
            // A write may have re-created the key: then it is not alive, and its seal does not count.
            boolean isAlive = bytes != null && isSet(bytes, filter.bits(layer));
            complete &= isAlive;
            if (bytes != null) {
                if (isAlive || !isRemoved(server, key)) {
                    checkExpiry(filter, layer, server, key);
                    if (!filter.forgets()) {
                        checkEarlyExpiry(filter, server, key);
                    }
                }
                setBits += countBits(bytes, filter.bits(layer));
                sealed |= isAlive && isSet(bytes, filter.bits(layer) + 1);
            }
        }
        if (filter.forgets()) {
            checkSlice(filter, layer);
        } else if (complete && !filter.isOfServer()) {
            checkRoom(filter, layer, setBits, sealed);
        }
    }

    /** What takes the place of a partition that is not alive expires at once, unless a command changes that. */
    private boolean isRemoved(int server, String key) {
        Author expirer = authors.expirer(server, key);
        return expirer != null && expirer.verb() == Verb.COPY;
    }

    private void checkExpiry(StoredFilter filter, int layer, int server, String key) {
        Keyspace keys = servers.get(server);
        boolean outlives = keys.exists(key) && keys.expireAt(key) > filter.expireAt();
        boolean isOfSlice = expiresWithItsSlice(filter, layer, keys.expireAt(key));
        if (filter.ready() && outlives && !isOfSlice && !isLeftUnborn(filter, layer, server, key)) {
            violations.add(new Violation(
                    Violation.Kind.OUTLIVES_CONFIG,
                    key + " expires later than its config, or never",
                    excuseOfPartition(server, key)));
        }
    }

    /** A change of the expiry leaves alone what is forgotten by the clock of the config's server. */
    private boolean expiresWithItsSlice(StoredFilter filter, int layer, long expireAt) {
        return filter.forgets()
                && expireAt <= filter.expiryOf(layer)
                && history.latestServerMillis() >= filter.endOf(layer);
    }

    /**
     * Whether the maker of a key has failed before it gave the key the expiry of its slice, so that the key lives for
     * ten minutes. A client that comes when the slice is forgotten completes the slice without a look at its keys.
     */
    private boolean isLeftUnborn(StoredFilter filter, int layer, int server, String key) {
        Author maker = authors.maker(server, key);
        return filter.forgets()
                && history.latestServerMillis() >= filter.endOf(layer)
                && maker != null
                && maker.verb() == Verb.RENAMENX
                && maker.isUnheard()
                && maker.equals(authors.expirer(server, key))
                && servers.get(server).expireAt(key) != Keyspace.NEVER;
    }

    /** No change of the expiry is under way, so that a partition that expires first is lost, and the filter with it. */
    private void checkEarlyExpiry(StoredFilter filter, int server, String key) {
        long expireAt = servers.get(server).expireAt(key);
        boolean isEarly = expireAt != Keyspace.NEVER && expireAt < filter.expireAt();
        if (filter.ready() && isEarly && Promises.isExpirySettled(filter.name(), history)) {
            violations.add(new Violation(
                    Violation.Kind.EXPIRES_EARLY, key + " expires before its config", excuseOfExpiry(server, key)));
        }
    }

    private void checkSlice(StoredFilter filter, int layer) {
        for (int partition = 0; partition < filter.partitions(layer); partition++) {
            int server = partition % servers.size();
            String key = filter.key(layer, partition);
            boolean exists = servers.get(server).exists(key) && !isRemoved(server, key);
            boolean outlives = exists && servers.get(server).expireAt(key) > filter.expiryOf(layer);
            if (outlives && !isLeftUnborn(filter, layer, server, key)) {
                violations.add(new Violation(
                        Violation.Kind.OUTLIVES_CONFIG,
                        key + " does not expire with its slice",
                        excuseOfPartition(server, key)));
            }
        }
    }

    /** A command has changed its expiry, or a late write has made it again. */
    private @Nullable Excuse excuseOfPartition(int server, String key) {
        Excuse excuse = excuseOfExpiry(server, key);
        return excuse == null ? excuse(server, key) : excuse;
    }

    /** A partition moves; it is never copied. */
    private void checkPlaces(StoredFilter filter) {
        for (int partition = 0; partition < Integer.parseInt(filter.parameters().get("partitions")); partition++) {
            Keyspace keys = servers.get(partition % servers.size());
            String prefix = filter.prefix(partition);
            List<String> alive = keys.keys().stream()
                    .filter(key -> key.startsWith(prefix))
                    .filter(key -> StoredFilter.isPlace(key))
                    .filter(key -> isSet(Objects.requireNonNull(keys.string(key)), filter.bitsOfSlice()))
                    .toList();
            if (alive.size() > 1) {
                violations.add(new Violation(
                        Violation.Kind.TWO_PLACES,
                        filter.name() + " has partition " + partition + " as " + alive,
                        excuseOfAFailover(prefix)));
            }
        }
    }

    private void checkRoom(StoredFilter filter, int layer, long setBits, boolean sealed) {
        double bits = (double) filter.bits(layer) * filter.partitions(layer);
        String layout = Objects.requireNonNull(filter.parameters().get("layout"));
        double estimate = Layouts.get(layout)
                .estimateElements(Math.min(setBits / bits, 1 - 0.5 / bits), bits, filter.hashes(layer));
        long capacity = filter.capacity(layer);
        if (sealed && estimate < capacity - KEPT_FREE - ERROR_OF_ESTIMATE) {
            violations.add(new Violation(
                    Violation.Kind.SEALED_EARLY,
                    "layer " + layer + " of " + filter.name() + " is sealed with " + Math.round(estimate) + " of "
                            + capacity,
                    excuseOfAFailover(filter.key(layer, 0))));
        }
        if (filter.grows() && estimate > capacity + MOST_AT_ONCE + ERROR_OF_ESTIMATE) {
            violations.add(new Violation(
                    Violation.Kind.OVER_FULL,
                    "layer " + layer + " of " + filter.name() + ", which grows, has " + Math.round(estimate)
                            + " elements, and is made for " + capacity,
                    null));
        }
    }

    private void findOrphans() {
        for (int server = 0; server < servers.size(); server++) {
            Keyspace keys = servers.get(server);
            for (String key : keys.keys()) {
                boolean isOwned = owned.contains(key) || isLeftByALostConfig(key) || StoredFilter.isCounter(key);
                if (!isOwned && keys.expireAt(key) == Keyspace.NEVER) {
                    violations.add(new Violation(
                            Violation.Kind.ORPHAN,
                            key + " belongs to no filter and does not expire",
                            excuse(server, key)));
                }
            }
        }
    }

    private @Nullable Excuse excuse(int server, String key) {
        Author maker = authors.maker(server, key);
        String filter = StoredFilter.nameIn(key);
        if (history.hasLostConfigAndTrace(filter)) {
            return new Excuse(Allowance.CONFIG_AND_TRACE_LOST, "config and trace of " + filter + " were lost");
        }
        Excuse failover = excuseOfAFailover(key);
        if (failover != null) {
            return failover;
        }
        Author keeper = authors.expirer(server, key);
        if (keeper != null && keeper.verb() == Verb.PERSIST && keeper.call().losesWrites()) {
            String cause = keeper + ", which an old primary has told that the key is needed";
            return new Excuse(Allowance.WRITES_LOST_IN_A_FAILOVER, cause);
        }
        if (StoredFilter.isOfClaims(key) && history.wasDeletedWithoutConfig(filter)) {
            return new Excuse(Allowance.CONFIG_AND_TRACE_LOST, filter + " was deleted when its config was lost");
        }
        if (StoredFilter.isOfClaims(key) && history.hasLostTheTraceOfWhatWasMovedAway(filter)) {
            String cause = "a deletion of " + filter + " has moved its config away, and the trace was lost";
            return new Excuse(Allowance.CONFIG_AND_TRACE_LOST, cause);
        }
        // What takes the place of a partition that is not alive expires by itself, unless a late command keeps it.
        if (maker != null && maker.verb() == Verb.COPY) {
            Author unheard = unheardKeeper(server, key);
            return unheard == null ? null : new Excuse(Allowance.KEY_LEFT_BEHIND, unheard.toString());
        }
        boolean isNoFilter = maker != null
                && (MAKES_NOTHING_ALIVE.contains(maker.verb())
                        || maker.verb() == Verb.SETRANGE && (mayHaveGone(key) || isLateAndRefused(maker))
                        || maker.verb() == Verb.ZADD && !StoredFilter.isUnborn(key)
                        || MAKES_UNBORN.contains(maker.verb())
                                && StoredFilter.isUnborn(key)
                                && authors.isLatest(server, key, maker)
                        || maker.verb() == Verb.RENAMENX && isMovedAway(key, maker));
        if (!isNoFilter) {
            return null;
        }
        // A call takes nothing back that it had claimed before: that may be alive on another server.
        if (maker.verb() == Verb.ZADD && authors.isRepeated(server, key, maker)) {
            return new Excuse(Allowance.KEY_LEFT_BEHIND, maker + ", which had claimed before");
        }
        // A maker that has withdrawn what it has added may have left what others have added.
        Author left = maker.isUnheard() ? maker : authors.unheardWriter(server, key);
        Author cause = left == null ? unheardKeeper(server, key) : left;
        return cause == null ? null : new Excuse(Allowance.KEY_LEFT_BEHIND, cause.toString());
    }

    /** Returns who has made permanent what expired by itself, and may not have heard that it is not alive. */
    private @Nullable Author unheardKeeper(int server, String key) {
        Author last = authors.expirer(server, key);
        return last != null && KEEPS.contains(last.verb()) && last.isUnheard() ? last : null;
    }

    /** A failover has lost writes to the key, or to its config. */
    private @Nullable Excuse excuseOfAFailover(String key) {
        String config = StoredFilter.config(StoredFilter.nameIn(key));
        boolean isTakenBack = history.hasLostWritesTo(key) || history.hasLostWritesTo(config);
        return isTakenBack
                ? new Excuse(
                        Allowance.WRITES_LOST_IN_A_FAILOVER, "a failover has lost writes to " + key + " or its config")
                : null;
    }

    /** A temporary key has its expiry before its bytes, so only one that is gone can be made again without. */
    private boolean mayHaveGone(String key) {
        return history.incidents().stream()
                .anyMatch(incident -> incident.key().equals(key) || TAKES_AWAY.contains(incident.kind()));
    }

    /** The UNLINK of its own caller has come before it, and the server has refused the PEXPIREAT after it. */
    private boolean isLateAndRefused(Author maker) {
        return maker.late() && history.has(EventKind.AIL);
    }

    /**
     * Whether a config was moved away for good. If a full server has refused the mark that ends a life, others bring
     * its config back, since the trace names it, unless the trace was evicted.
     */
    private boolean isMovedAway(String key, Author mover) {
        String trace = StoredFilter.trace(StoredFilter.config(StoredFilter.nameIn(key)));
        boolean isEnded = StoredFilter.isOfNoFilter(servers.get(0), key)
                || history.isAiling(mover.call()) && history.isEvicted(trace);
        return StoredFilter.isMovedAway(key) && isEnded;
    }

    private @Nullable Excuse excuseOfExpiry(int server, String key) {
        Excuse failover = excuseOfAFailover(key);
        if (failover != null) {
            return failover;
        }
        String cause = overtaken.cause(server, key);
        return cause == null ? null : new Excuse(Allowance.EXPIRY_OVERTAKEN, cause);
    }

    /** A late command may have changed the expiry of the config, but the partitions show which one was acknowledged. */
    private @Nullable Excuse excuseOfEffect(StoredFilter filter, String config) {
        return filter.layers().isEmpty() ? excuseOfAFailover(config) : excuseOfExpiry(0, filter.key(0, 0));
    }

    /** The trace names a life that is not the config's; any client that opens the name is told so. */
    private boolean isLeftByALostConfig(String key) {
        Keyspace first = servers.get(0);
        String config = StoredFilter.config(StoredFilter.nameIn(key));
        StoredFilter filter = StoredFilter.read(first, config);
        String origin = filter == null ? "" : filter.parameters().get("origin");
        return first.exists(StoredFilter.trace(config))
                && first.hash(StoredFilter.trace(config)).keySet().stream().anyMatch(life -> !life.equals(origin));
    }

    private static long countBits(byte[] bytes, long bits) {
        long count = 0;
        for (long bit = 0; bit < bits; bit++) {
            count += isSet(bytes, bit) ? 1 : 0;
        }
        return count;
    }

    private static boolean isSet(byte[] bytes, long bit) {
        int at = (int) (bit >> 3);
        return at < bytes.length && (bytes[at] & 128 >> (bit & 7)) != 0;
    }
}
