package io.polybloom.spring.properties;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.NearCache;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes the specification of a filter from its properties. */
public final class FilterSpecs {

    private static final Duration DEFAULT_ACKNOWLEDGE_TIMEOUT = Duration.ofSeconds(1);

    /** A replica reports only once a second what is on its disk. */
    private static final Duration DEFAULT_PERSIST_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration SHORTEST_LIFETIME = Duration.ofSeconds(1);

    private final String prefix;
    private final FilterProperties given;
    private final FilterSpecBuilder spec;

    private FilterSpecs(String bean, FilterProperties given) {
        this.prefix = PolybloomProperties.FILTERS + "." + bean;
        this.given = given;
        String name = given.name() == null ? bean : given.name();
        this.spec = given.existing() ? FilterSpec.existing(name) : FilterSpec.named(name);
    }

    /**
     * Returns the specification that the properties describe.
     *
     * @param bean the name of the filter's bean
     * @param customizers are called in this order, after the properties
     * @throws InvalidFilterException if the properties do not describe a filter; the exception names the property
     */
    public static FilterSpec of(String bean, FilterProperties given, List<FilterSpecCustomizer> customizers) {
        return new FilterSpecs(bean, given).build(spec -> customizers.forEach(each -> each.customize(bean, spec)));
    }

    private FilterSpec build(Consumer<FilterSpecBuilder> customizer) {
        set("layout", given.layout(), spec::layout);
        set("capacity", given.capacity(), spec::capacity);
        set("false-positive-rate", given.falsePositiveRate(), spec::falsePositiveRate);
        set("bits", given.bits(), spec::bits);
        set("hashes", given.hashes(), spec::hashes);
        set("over-capacity", given.overCapacity(), spec::overCapacity);
        set("partitions", given.partitions(), spec::partitions);
        set("max-partition-bits", given.maxPartitionBits(), spec::maxPartitionBits);
        set("load-memory", given.loadMemory(), memory -> spec.loadMemory(memory.toBytes()));
        set("config-checked-every", given.configCheckedEvery(), spec::configCheckedEvery);
        set("expire-after", given.expireAfter(), FilterSpecs::requireLifetime);
        set("window", given.window(), this::addWindow);
        set("near-cache", given.nearCache(), this::addNearCache);
        set("replicas", given.replicas(), this::addReplicas);
        if (given.keyed()) {
            spec.keyed();
        }
        try {
            customizer.accept(spec);
            return spec.build();
        } catch (IllegalArgumentException doNotFit) {
            throw InvalidFilterException.ofSeveral(prefix, String.valueOf(doNotFit.getMessage()));
        }
    }

    private void addWindow(WindowProperties window) {
        Duration span = required("window.span", window.span(), "a window needs a span, such as 24h");
        set("window", window, given -> spec.window(span, given.slices()));
    }

    private void addNearCache(NearCacheProperties cache) {
        long memory = required("near-cache.memory", cache.memory(), "a near cache needs a memory, such as 32MB")
                .toBytes();
        set("near-cache.memory", memory, bytes -> spec.nearCache(NearCache.ofMemory(bytes)));
        set(
                "near-cache.checked-every",
                cache.checkedEvery(),
                longest -> spec.nearCache(NearCache.ofMemory(memory).checkedEvery(longest)));
    }

    private void addReplicas(ReplicasProperties replicas) {
        if (replicas.read()) {
            spec.readFromReplicas();
        }
        Duration usual = replicas.persisted() ? DEFAULT_PERSIST_TIMEOUT : DEFAULT_ACKNOWLEDGE_TIMEOUT;
        Duration timeout = replicas.acknowledgeTimeout() == null ? usual : replicas.acknowledgeTimeout();
        set("replicas.acknowledge", replicas.acknowledge(), count -> spec.acknowledgedBy(count, timeout));
        if (replicas.persisted()) {
            required("replicas.acknowledge", replicas.acknowledge(), "persisted writes need a number of replicas");
            spec.persisted();
        }
    }

    private <V> void set(String property, @Nullable V value, Consumer<V> setter) {
        if (value == null) {
            return;
        }
        try {
            setter.accept(value);
        } catch (InvalidFilterException inside) {
            throw inside;
        } catch (IllegalArgumentException refused) {
            throw invalid("." + property, refused);
        }
    }

    private <V> V required(String property, @Nullable V value, String otherwise) {
        if (value == null) {
            throw new InvalidFilterException(prefix + "." + property, otherwise);
        }
        return value;
    }

    private static void requireLifetime(Duration given) {
        if (given.compareTo(SHORTEST_LIFETIME) < 0) {
            throw new IllegalArgumentException("it is " + given.toMillis() + " ms, less than a second");
        }
    }

    private InvalidFilterException invalid(String property, IllegalArgumentException refused) {
        return new InvalidFilterException(prefix + property, String.valueOf(refused.getMessage()));
    }
}
