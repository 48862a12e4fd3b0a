package io.polybloom.simulation.judge;

import io.polybloom.layout.Layouts;
import io.polybloom.simulation.redis.Keyspace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold in the servers when nobody is at work. */
public final class RestInvariants {

    /**
     * A client keeps that much room of a layer for what is on its way: the engine opens the next one a little early.
     */
    private static final long KEPT_FREE = 8;

    /** An estimate from all bits of a small layer may err by that much. */
    private static final long ERROR_OF_ESTIMATE = 2;

    private final List<Keyspace> servers;
    private final List<Violation> violations = new ArrayList<>();
    private final Set<String> owned = new HashSet<>();

    private RestInvariants(List<Keyspace> servers) {
        this.servers = servers;
    }

    /** Checks all servers; the config of a filter lies on the first. */
    public static List<Violation> check(List<Keyspace> servers) {
        RestInvariants invariants = new RestInvariants(servers);
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
        owned.add(config);
        owned.add(StoredFilter.trace(config));
        for (int layer = 0; layer < filter.layers().size(); layer++) {
            checkLayer(filter, layer);
        }
        for (int partition = 0; partition < filter.claimed(); partition++) {
            owned.add(filter.key(filter.layers().size(), partition));
        }
    }

    private void checkLayer(StoredFilter filter, int layer) {
        long setBits = 0;
        boolean sealed = false;
        boolean complete = true;
        for (int partition = 0; partition < filter.partitions(layer); partition++) {
            String key = filter.key(layer, partition);
            Keyspace keys = servers.get(partition % servers.size());
            owned.add(key);
            byte @Nullable [] bytes = keys.exists(key) ? keys.string(key) : null;
            complete &= bytes != null;
            if (bytes != null) {
                if (filter.ready() && keys.expireAt(key) > filter.expireAt()) {
                    violations.add(new Violation(
                            Violation.Kind.OUTLIVES_CONFIG, key + " expires later than its config, or never"));
                }
                setBits += countBits(bytes, filter.bits(layer));
                sealed |= isSet(bytes, filter.bits(layer) + 1);
            }
        }
        if (sealed && complete) {
            checkSeal(filter, layer, setBits);
        }
    }

    private void checkSeal(StoredFilter filter, int layer, long setBits) {
        double bits = (double) filter.bits(layer) * filter.partitions(layer);
        String layout = Objects.requireNonNull(filter.parameters().get("layout"));
        double estimate = Layouts.get(layout)
                .estimateElements(Math.min(setBits / bits, 1 - 0.5 / bits), bits, filter.hashes(layer));
        long capacity = filter.capacity(layer);
        if (estimate < capacity - KEPT_FREE - ERROR_OF_ESTIMATE) {
            violations.add(new Violation(
                    Violation.Kind.SEALED_EARLY,
                    "layer " + layer + " of " + filter.name() + " is sealed with " + Math.round(estimate) + " of "
                            + capacity));
        }
    }

    private void findOrphans() {
        for (Keyspace keys : servers) {
            for (String key : keys.keys()) {
                boolean isOwned = owned.contains(key)
                        || StoredFilter.isConfig(keys, key)
                        || StoredFilter.isMovedConfig(keys, key)
                        || isLeftByALostConfig(key);
                if (!isOwned && keys.expireAt(key) == Keyspace.NEVER) {
                    violations.add(
                            new Violation(Violation.Kind.ORPHAN, key + " belongs to no filter and does not expire"));
                }
            }
        }
    }

    /** The trace names a life that is not the config's; whoever opens the name is told so. */
    private boolean isLeftByALostConfig(String key) {
        Keyspace first = servers.get(0);
        String config = "bloom:{" + key.replaceFirst("^bloom:\\{([^:}]*)[:}].*", "$1") + "}";
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
