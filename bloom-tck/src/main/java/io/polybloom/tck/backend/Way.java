package io.polybloom.tck.backend;

import io.polybloom.driver.FilterEngine;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The way in which bulk operations of a backend take partitions: the one of production, or one that a run of the kit
 * forces. A backend that is to be tried in each way makes its filters over {@link #engine} where {@link #isForced}.
 *
 * @param forced null for the way of production
 */
public record Way(@Nullable WholePartitions forced) {

    /** The system property that names a way, such as {@code WHERE_POSSIBLE}. */
    public static final String PROPERTY = "bloom.tck.whole-partitions";

    /** Returns the way that the system property names; that of production without it. */
    public static Way ofProperty() {
        String name = System.getProperty(PROPERTY);
        return new Way(name == null ? null : WholePartitions.valueOf(name));
    }

    /** Returns whether this is another way than that of production. */
    public boolean isForced() {
        return forced != null;
    }

    /**
     * Returns an engine that takes this way.
     *
     * @throws IllegalArgumentException if the way needs groups, and the transport sends none
     */
    public FilterEngine engine(Transport<?> transport) {
        if (forced == null) {
            return new FilterEngine(transport);
        }
        if (forced.needsGroups() && !transport.sendsGroups()) {
            throw new IllegalArgumentException(forced + " needs groups, and the transport sends none");
        }
        return new FilterEngine(Environment.ofSystem(transport).with(forced));
    }

    /** Returns the name of a backend that takes this way, under which its results are collected. */
    public String nameOf(String backend) {
        return forced == null
                ? backend
                : backend + "-" + forced.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
