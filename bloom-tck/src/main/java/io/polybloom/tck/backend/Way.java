package io.polybloom.tck.backend;

import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way in which bulk operations of a backend transfer partitions: that of production, or one that a run of the kit
 * forces. A backend that supports each way makes its filters over {@link #engine} if {@link #isForced}.
 *
 * @param forced null for the way of production
 */
public record Way(@Nullable WholePartitions forced) {

    /** The system property that names a way, such as {@code WHERE_POSSIBLE}. */
    public static final String PROPERTY = "bloom.tck.whole-partitions";

    /** Returns the way that the system property names; without the property, that of production. */
    public static Way ofProperty() {
        String name = System.getProperty(PROPERTY);
        return new Way(name == null ? null : WholePartitions.valueOf(name));
    }

    /** Returns whether this way differs from that of production. */
    public boolean isForced() {
        return forced != null;
    }

    /**
     * Returns an engine that takes this way, or that of production if the way needs groups and the transport sends
     * none.
     */
    public FilterEngine engine(Transport<?> transport) {
        if (forced == null || forced.needsGroups() && !transport.sendsGroups()) {
            return new FilterEngine(transport);
        }
        return new FilterEngine(Environment.ofSystem(transport).with(forced));
    }

    /**
     * Returns the capabilities that a backend lacks if it takes this way, in addition to those that it always lacks.
     */
    public Map<Capability, String> missing(Map<Capability, String> anyway) {
        Map<Capability, String> missing = new EnumMap<>(Capability.class);
        missing.putAll(anyway);
        if (forced != null && !forced.needsGroups()) {
            missing.put(Capability.GROUPS, "this run lets adds name their bits");
        }
        return missing;
    }

    /** Returns the name of a backend that takes this way, under which its results are collected. */
    public String nameOf(String backend) {
        return forced == null
                ? backend
                : backend + "-" + forced.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
