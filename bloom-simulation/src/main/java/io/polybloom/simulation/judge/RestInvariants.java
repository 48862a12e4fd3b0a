package io.polybloom.simulation.judge;

import io.polybloom.layout.Layouts;
import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Authors.Author;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.redis.StoredFilter.Layer;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.spi.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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

    /** What removes keys that it does not name. */
    private static final Set<EventKind> TAKES_AWAY = Set.of(EventKind.FORGET, EventKind.TICK, EventKind.SHIFT);

    /** The commands that make temporary keys, which have an expiry before their bytes. */
    private static final Set<Verb> MAKES_UPLOADS = Set.of(Verb.SET, Verb.SETRANGE);

    /** The commands that make what is yet to be published, and are followed by the expiry. */
    private static final Set<Verb> MAKES_UNPUBLISHED = Set.of(Verb.SETBIT, Verb.BF_RESERVE);

    /** The commands that make permanent what would expire. */
    private static final Set<Verb> KEEPS = Set.of(Verb.PERSIST, Verb.BITOP);

    /** The time for which a register outlives its partitions. */
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

    /** Checks all servers; the register of a filter is on the first one. */
    public static List<Violation> check(List<Keyspace> servers, Authors authors, History history) {
        RestInvariants invariants = new RestInvariants(servers, authors, history);
        Keyspace first = servers.get(0);
        for (String name : StoredFilter.names(first)) {
            StoredFilter filter = StoredFilter.read(first, name);
            if (filter != null) {
                invariants.checkFilter(filter);
            }
        }
        invariants.findOrphans();
        return invariants.violations;
    }

    private void checkFilter(StoredFilter filter) {
        for (String broken : Promises.broken(filter, history)) {
            Excuse excuse = excuseOfAFailover(StoredFilter.register(filter.name()));
            violations.add(new Violation(Violation.Kind.NO_EFFECT, broken, excuse));
        }
        checkCopy(filter);
        List<String> pair = List.of(StoredFilter.register(filter.name()), StoredFilter.copy(filter.name()));
        owned.addAll(pair);
        pair.forEach(key -> checkRespite(filter, 0, key));
        owned.addAll(filter.used());
        // Who has ended a layer removes its keys, unless something goes wrong; then others do so later.
        if (history.isDisturbed()) {
            owned.addAll(filter.left());
        }
        if (filter.isDeleted()) {
            return;
        }
        for (String key : filter.claims()) {
            owned.add(key);
            for (int server = 0; server < servers.size(); server++) {
                checkRespite(filter, server, key);
            }
        }
        for (Layer layer : filter.layers()) {
            filter.places(layer).forEach(place -> checkPlace(filter, place));
        }
        if (filter.forgets()) {
            filter.layers().forEach(layer -> checkPlaces(filter, layer));
        } else {
            for (int layer = 0; layer < filter.layers().size(); layer++) {
                checkRoom(filter, layer);
            }
        }
    }

    /** Who reads a version that only one of them has brings it to the other one. */
    private void checkCopy(StoredFilter filter) {
        String register = StoredFilter.register(filter.name());
        String copy = StoredFilter.copy(filter.name());
        String one = StoredFilter.versions(servers.get(0), register).getOrDefault(filter.version(), "nothing");
        String other = StoredFilter.versions(servers.get(0), copy).getOrDefault(filter.version(), "nothing");
        if (!one.equals(other) && !history.isDisturbed()) {
            violations.add(new Violation(
                    Violation.Kind.COPIES_DIFFER,
                    register + " has " + one + " as version " + filter.version() + ", and its copy has " + other,
                    null));
        }
    }

    /**
     * Partitions on servers whose clocks are behind live on when the filter has expired, so that the other keys have to
     * stay for longer. A tombstone always expires.
     */
    private void checkRespite(StoredFilter filter, int server, String key) {
        Keyspace keys = servers.get(server);
        if (!keys.exists(key)
                || filter.isUnsettled()
                || !filter.isReady() && !filter.isDeleted()
                || isRemnant(server, key)
                || isUnborn(server, key)) {
            return;
        }
        boolean isKept = filter.expireAt() == Keyspace.NEVER;
        long due = isKept ? Keyspace.NEVER : filter.expireAt() + RESPITE_MILLIS;
        // A change that came too late may have put its end off.
        boolean isOver = filter.isDeleted() || history.latestServerMillis() >= filter.expireAt();
        boolean isLate = isOver ? keys.expireAt(key) == Keyspace.NEVER : keys.expireAt(key) > due;
        if (isLate) {
            violations.add(new Violation(
                    Violation.Kind.OUTLIVES_REGISTER,
                    key + " expires later than a day after its filter, or never",
                    excuseOfExpiry(server, key)));
        }
        if (!filter.isDeleted() && keys.expireAt(key) < due) {
            violations.add(new Violation(
                    Violation.Kind.EXPIRES_EARLY,
                    key + " expires less than a day after its filter",
                    excuseOfExpiry(server, key)));
        }
    }

    /** Claims without their first member are lost, and nobody reads those that were written since. */
    private boolean isRemnant(int server, String key) {
        Keyspace keys = servers.get(server);
        return StoredFilter.isOfClaims(key)
                && keys.isSortedSet(key)
                && !keys.members(key).contains(StoredFilter.FIRST_CLAIM);
    }

    /** Claims live for ten minutes until somebody uses them. */
    private boolean isUnborn(int server, String key) {
        Author last = authors.expirer(server, key);
        return StoredFilter.isOfClaims(key) && last != null && last.verb() == Verb.PEXPIRE && last.isUnheard();
    }

    private void checkPlace(StoredFilter filter, Layer place) {
        for (int partition = 0; partition < place.partitions(); partition++) {
            int server = partition % servers.size();
            String key = filter.key(place, partition);
            if (isAlive(filter, place, server, key)) {
                checkExpiry(filter, place, server, key);
                if (filter.isOfServer()) {
                    checkExpiry(filter, place, server, StoredFilter.module(key));
                }
            }
        }
    }

    /** A write may have re-created a key that was lost: then it is not alive, and does not count. */
    private boolean isAlive(StoredFilter filter, Layer place, int server, String key) {
        byte @Nullable [] bytes =
                servers.get(server).exists(key) ? servers.get(server).string(key) : null;
        boolean hasBits = !filter.isOfServer() || servers.get(server).exists(StoredFilter.module(key));
        return bytes != null && hasBits && isSet(bytes, filter.bits(place));
    }

    private void checkExpiry(StoredFilter filter, Layer place, int server, String key) {
        Keyspace keys = servers.get(server);
        if (!keys.exists(key) || filter.isUnsettled()) {
            return;
        }
        long ofSlice = filter.forgets() ? filter.expiryOf(place) : Keyspace.NEVER;
        // A change of the expiry leaves alone what is forgotten by the clock of the register's server.
        boolean isForgotten = filter.forgets() && history.latestServerMillis() >= filter.endOf(place);
        long due = isForgotten ? ofSlice : Math.min(ofSlice, filter.expireAt());
        if (keys.expireAt(key) > due) {
            violations.add(new Violation(
                    Violation.Kind.OUTLIVES_REGISTER,
                    key + " expires later than its filter or its slice, or never",
                    excuseOfExpiry(server, key)));
        }
        if (!filter.forgets() && keys.expireAt(key) < due) {
            violations.add(new Violation(
                    Violation.Kind.EXPIRES_EARLY, key + " expires before its filter", excuseOfExpiry(server, key)));
        }
    }

    /** A partition moves; it is never copied. */
    private void checkPlaces(StoredFilter filter, Layer layer) {
        Layer place = filter.places(layer).get(0);
        for (int partition = 0; partition < place.partitions(); partition++) {
            Keyspace keys = servers.get(partition % servers.size());
            String key = filter.key(place, partition);
            String prefix = key.substring(0, key.indexOf('.') + 1);
            List<String> alive = keys.keys().stream()
                    .filter(each -> each.startsWith(prefix) && StoredFilter.isPlaceOrOnItsWay(each, filter.name()))
                    .filter(each -> isSet(Objects.requireNonNull(keys.string(each)), filter.bits(place)))
                    .toList();
            if (alive.size() > 1) {
                violations.add(new Violation(
                        Violation.Kind.TWO_PLACES,
                        filter.name() + " has partition " + partition + " as " + alive,
                        excuseOfAFailover(prefix)));
            }
        }
    }

    private void checkRoom(StoredFilter filter, int number) {
        Layer layer = filter.layers().get(number);
        long setBits = 0;
        boolean sealed = false;
        for (int partition = 0; partition < layer.partitions(); partition++) {
            int server = partition % servers.size();
            String key = filter.key(layer, partition);
            if (filter.isOfServer() || !isAlive(filter, layer, server, key)) {
                return;
            }
            byte[] bytes = Objects.requireNonNull(servers.get(server).string(key));
            setBits += countBits(bytes, layer.bits());
            sealed |= isSet(bytes, layer.bits() + 1);
        }
        double bits = (double) layer.bits() * layer.partitions();
        String layout = Objects.requireNonNull(filter.state().get("layout"));
        double estimate =
                Layouts.get(layout).estimateElements(Math.min(setBits / bits, 1 - 0.5 / bits), bits, layer.hashes());
        long capacity = filter.capacity(number);
        if (sealed && estimate < capacity - KEPT_FREE - ERROR_OF_ESTIMATE) {
            violations.add(new Violation(
                    Violation.Kind.SEALED_EARLY,
                    "layer " + number + " of " + filter.name() + " is sealed with " + Math.round(estimate) + " of "
                            + capacity,
                    excuseOfAFailover(filter.key(layer, 0))));
        }
        if (filter.grows() && estimate > capacity + MOST_AT_ONCE + ERROR_OF_ESTIMATE) {
            violations.add(new Violation(
                    Violation.Kind.OVER_FULL,
                    "layer " + number + " of " + filter.name() + ", which grows, has " + Math.round(estimate)
                            + " elements, and is made for " + capacity,
                    null));
        }
    }

    private void findOrphans() {
        for (int server = 0; server < servers.size(); server++) {
            Keyspace keys = servers.get(server);
            for (String key : keys.keys()) {
                boolean isOwned = owned.contains(key) || StoredFilter.isCounter(key);
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
        String filter = StoredFilter.nameIn(key);
        if (history.hasLostAPair(filter)) {
            return new Excuse(Allowance.REGISTER_AND_COPY_LOST, "a key of " + filter + " was lost, and its copy");
        }
        Excuse failover = excuseOfAFailover(key);
        if (failover != null) {
            return failover;
        }
        Author keeper = authors.expirer(server, key);
        Author maker = authors.maker(server, key);
        if (maker != null && maker.isUnheard() && mayLeave(maker, key)) {
            return new Excuse(Allowance.KEY_LEFT_BEHIND, maker.toString());
        }
        boolean isOfAMaker = maker != null && MAKES_UNPUBLISHED.contains(maker.verb());
        if (keeper != null
                && keeper.isUnheard()
                && KEEPS.contains(keeper.verb())
                && (!isOfAMaker || isOvertaken(maker))) {
            return new Excuse(Allowance.KEY_LEFT_BEHIND, keeper.toString());
        }
        // A write to a lost partition that is in use re-creates the key, which stays as long as its layer. A claim does
        // so with a set that is lost, or removed by a clear.
        return history.isEvicted(key, history.rest()) || isRemnant(server, key)
                ? new Excuse(Allowance.KEY_LEFT_BEHIND, "a write to " + key + ", which was lost")
                : null;
    }

    /**
     * Whether the expiry of what an unheard command has made may be missing: that of a temporary key comes first, so
     * only one that is gone can be made again without; that of what is yet to be published follows on the same
     * connection, also if both are late.
     */
    private boolean mayLeave(Author maker, String key) {
        boolean isRefused = maker.late() && history.has(EventKind.AIL);
        boolean mayHaveGone = history.incidents().stream()
                .anyMatch(incident -> incident.key().equals(key) || TAKES_AWAY.contains(incident.kind()));
        return isRefused
                || mayHaveGone
                || !MAKES_UPLOADS.contains(maker.verb())
                        && (!MAKES_UNPUBLISHED.contains(maker.verb()) || !maker.late() && isOvertaken(maker));
    }

    /** Whether another client had written a version before a layer was made: that may have ended the layer. */
    private boolean isOvertaken(Author maker) {
        return authors.effects().stream()
                .map(Authors.Effect::author)
                .filter(other -> other.verb() == Verb.HSETNX && other.call() != maker.call())
                .anyMatch(other -> other.time() >= maker.call().begin() && other.time() <= maker.time());
    }

    /** A failover has lost writes to the key, or to its register. */
    private @Nullable Excuse excuseOfAFailover(String key) {
        String register = StoredFilter.register(StoredFilter.nameIn(key));
        boolean isSplit = history.isSplit(StoredFilter.nameIn(key));
        boolean isListLost = StoredFilter.isOfClaims(key) && history.hasLostWritesToAList(StoredFilter.nameIn(key));
        return isSplit || isListLost || history.hasLostWritesTo(key) || history.hasLostWritesTo(register)
                ? new Excuse(
                        Allowance.WRITES_LOST_IN_A_FAILOVER,
                        "a failover has lost writes to " + key + " or its register")
                : null;
    }

    private @Nullable Excuse excuseOfExpiry(int server, String key) {
        Excuse failover = excuseOfAFailover(key);
        if (failover != null) {
            return failover;
        }
        String cause = StoredFilter.twin(key) == null ? null : causeOfHash(server, key);
        cause = cause == null ? overtaken.cause(server, key) : cause;
        return cause == null ? null : new Excuse(Allowance.EXPIRY_OVERTAKEN, cause);
    }

    /** Who has made a hash again, or was about to put its expiry off, did not come to the command that follows. */
    private @Nullable String causeOfHash(int server, String key) {
        return Stream.of(
                        Optional.ofNullable(authors.expirer(server, key)),
                        Optional.ofNullable(authors.maker(server, key)))
                .flatMap(Optional::stream)
                .filter(Author::isUnheard)
                .map(Author::toString)
                .findFirst()
                .orElse(null);
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
