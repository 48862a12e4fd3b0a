package io.polybloom.spring.properties;

import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MirrorOptions;
import io.polybloom.NearCache;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The specification and the options of a filter, made from its properties. */
public final class FilterSpecs {

    private static final Duration DEFAULT_ACKNOWLEDGE_TIMEOUT = Duration.ofSeconds(1);

    /** A replica reports only once a second what is on its disk, and Jedis waits two seconds for a reply by default. */
    private static final Duration DEFAULT_PERSIST_TIMEOUT = Duration.ofMillis(1500);

    private static final Duration SHORTEST_LIFETIME = Duration.ofSeconds(1);

    private final String prefix;
    private final FilterProperties given;
    private final FilterSpecBuilder builder;
    private FilterOptions options = FilterOptions.defaults();
    private final FilterSpec spec;
    private @Nullable MirrorOptions mirror;

    private FilterSpecs(
            String bean,
            FilterProperties given,
            List<FilterSpecCustomizer> specCustomizers,
            List<FilterOptionsCustomizer> optionsCustomizers) {
        this.prefix = PolybloomProperties.FILTERS + "." + bean;
        this.given = given;
        String name = given.name() == null ? bean : given.name();
        this.builder = given.existing() ? FilterSpec.existing(name) : FilterSpec.named(name);
        takeProperties();
        if (given.existing() && given.expireAfter() != null) {
            throw InvalidFilterException.ofSeveral(
                    prefix,
                    "expire-after begins when this application creates the filter, which it never does with"
                            + " existing=true");
        }
        try {
            specCustomizers.forEach(each -> each.customize(bean, builder));
            this.spec = builder.build();
            for (FilterOptionsCustomizer each : optionsCustomizers) {
                options = each.customize(bean, options);
            }
            options.requireAllowedBy(spec);
        } catch (IllegalArgumentException doNotFit) {
            throw InvalidFilterException.ofSeveral(prefix, String.valueOf(doNotFit.getMessage()));
        }
    }

    /**
     * Makes the specification and the options that the properties describe.
     *
     * @param bean the name of the filter's bean
     * @param specCustomizers are called in this order, after the properties
     * @param optionsCustomizers are called in this order, after the properties
     * @throws InvalidFilterException if the properties do not describe a filter; the exception names the property
     */
    public static FilterSpecs of(
            String bean,
            FilterProperties given,
            List<FilterSpecCustomizer> specCustomizers,
            List<FilterOptionsCustomizer> optionsCustomizers) {
        return new FilterSpecs(bean, given, specCustomizers, optionsCustomizers);
    }

    /** Returns the specification. */
    public FilterSpec spec() {
        return spec;
    }

    /** Returns the options. */
    public FilterOptions options() {
        return options;
    }

    /** Returns the options of the mirror; empty if the filter has none. */
    public Optional<MirrorOptions> mirror() {
        return Optional.ofNullable(mirror);
    }

    private void takeProperties() {
        set("layout", given.layout(), builder::layout);
        set("capacity", given.capacity(), builder::capacity);
        set("false-positive-rate", given.falsePositiveRate(), builder::falsePositiveRate);
        set("bits", given.bits(), builder::bits);
        set("hashes", given.hashes(), builder::hashes);
        set("over-capacity", given.overCapacity(), builder::overCapacity);
        set("partitions", given.partitions(), builder::partitions);
        set("max-partition-bits", given.maxPartitionBits(), builder::maxPartitionBits);
        set("load-memory", given.loadMemory(), memory -> options = options.loadMemory(memory.toBytes()));
        set(
                "config-checked-every",
                given.configCheckedEvery(),
                longest -> options = options.configCheckedEvery(longest));
        set("expire-after", given.expireAfter(), FilterSpecs::requireLifetime);
        set("window", given.window(), this::addWindow);
        set("near-cache", given.nearCache(), this::addNearCache);
        set("mirror", given.mirror(), this::addMirror);
        set("replicas", given.replicas(), this::addReplicas);
        if (given.keyed()) {
            builder.keyed();
        }
    }

    private void addWindow(WindowProperties window) {
        Duration span = required("window.span", window.span(), "a window needs a span, such as 24h");
        set("window", window, given -> builder.window(span, given.slices()));
    }

    private void addNearCache(NearCacheProperties cache) {
        long memory = required("near-cache.memory", cache.memory(), "a near cache needs a memory, such as 32MB")
                .toBytes();
        set("near-cache.memory", memory, bytes -> options = options.nearCache(NearCache.ofMemory(bytes)));
        set(
                "near-cache.checked-every",
                cache.checkedEvery(),
                longest ->
                        options = options.nearCache(NearCache.ofMemory(memory).checkedEvery(longest)));
    }

    private void addMirror(MirrorProperties properties) {
        Duration interval = required(
                "mirror.interval", properties.interval(), "a mirror needs the time between its refreshes, such as 10s");
        if (given.window() != null) {
            throw new InvalidFilterException(
                    prefix + ".mirror.interval", "a filter with a window has no mirror: its elements are forgotten");
        }
        AtomicReference<MirrorOptions> made = new AtomicReference<>(MirrorOptions.defaults());
        set("mirror.interval", interval, time -> made.updateAndGet(mirrored -> mirrored.interval(time)));
        set(
                "mirror.longest-staleness",
                properties.longestStaleness(),
                age -> made.updateAndGet(mirrored -> mirrored.longestStaleness(age)));
        set(
                "mirror.bytes-per-second",
                properties.bytesPerSecond(),
                rate -> made.updateAndGet(mirrored -> mirrored.bytesPerSecond(rate.toBytes())));
        set(
                "mirror.memory-limit",
                properties.memoryLimit(),
                limit -> made.updateAndGet(mirrored -> mirrored.memoryLimit(limit.toBytes())));
        MirrorOptions asked = Objects.requireNonNull(made.get());
        if (asked.longestStaleness().compareTo(asked.interval()) <= 0) {
            throw new InvalidFilterException(
                    prefix + ".mirror.longest-staleness",
                    "it must be longer than mirror.interval, else the mirror refuses to answer before its next"
                            + " refresh");
        }
        mirror = asked;
    }

    private void addReplicas(ReplicasProperties replicas) {
        if (replicas.read()) {
            set("replicas.read", true, yes -> options = options.readFromReplicas());
        }
        Duration usual = replicas.persisted() ? DEFAULT_PERSIST_TIMEOUT : DEFAULT_ACKNOWLEDGE_TIMEOUT;
        Duration timeout = replicas.acknowledgeTimeout() == null ? usual : replicas.acknowledgeTimeout();
        set("replicas.acknowledge", replicas.acknowledge(), count -> options = options.acknowledgedBy(count, timeout));
        if (replicas.persisted()) {
            required("replicas.acknowledge", replicas.acknowledge(), "persisted writes need a number of replicas");
            options = options.persisted();
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
