package io.polybloom.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.polybloom.BackendException;
import io.polybloom.listener.OperationKind;
import io.polybloom.listener.OperationReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The counters and timers of one filter in one registry. Thread-safe. */
final class FilterMeters {

    static final String FILTER = "filter";

    private static final String RESULT = "result";
    private static final String OPERATION = "operation";
    private static final String UNKNOWN = "unknown";

    /** The operations whose failures are counted from 0 on, without waiting for the first call. */
    private static final List<OperationKind> USUAL = List.of(OperationKind.ADD, OperationKind.LOOK_UP);

    /** The reasons with which any operation can fail. */
    private static final List<String> REASONS = Stream.concat(
                    Stream.of(BackendException.Reason.values()).map(Enum::name), Stream.of("FILTER_GONE", "LOST_DATA"))
            .toList();

    private record Ended(OperationKind kind, boolean hasFailed) {}

    private record Failed(OperationKind kind, String reason) {}

    private final MeterRegistry registry;
    private final String filter;
    private final Counter fresh;
    private final Counter seen;
    private final Counter addsUnknown;
    private final Counter present;
    private final Counter absent;
    private final Counter lookUpsUnknown;
    private final Counter loaded;
    private final Counter recoveries;
    private final Counter samplesTaken;
    private final Counter samplesFailed;
    private final Map<Ended, Timer> timers = new ConcurrentHashMap<>();
    private final Map<OperationKind, Counter> batches = new ConcurrentHashMap<>();
    private final Map<Failed, Counter> failures = new ConcurrentHashMap<>();

    /** Registers the counters, so that they are 0 before they count anything. */
    FilterMeters(MeterRegistry registry, String filter) {
        this.registry = registry;
        this.filter = filter;
        this.fresh = adds("new");
        this.seen = adds("seen");
        this.addsUnknown = adds(UNKNOWN);
        this.present = lookUps("present");
        this.absent = lookUps("absent");
        this.lookUpsUnknown = lookUps(UNKNOWN);
        this.loaded = counter("polybloom.loaded", "Elements that were loaded").register(registry);
        this.recoveries = counter("polybloom.recoveries", "Recoveries from partitions that were not alive")
                .register(registry);
        this.samplesTaken = samples("success");
        this.samplesFailed = samples("failure");
        USUAL.forEach(this::registerFailures);
    }

    /** A counter that appears with its first failure hides that one: it has not increased. */
    private void registerFailures(OperationKind kind) {
        REASONS.forEach(reason -> failures.computeIfAbsent(new Failed(kind, reason), this::failures));
    }

    void count(OperationReport report) {
        timers.computeIfAbsent(new Ended(report.kind(), report.failure().isPresent()), this::timer)
                .record(report.duration());
        batches.computeIfAbsent(report.kind(), this::firstBatches).increment(report.batches());
        recoveries.increment(report.recoveries());
        report.failure()
                .ifPresent(
                        failure -> failures.computeIfAbsent(new Failed(report.kind(), failure.reason()), this::failures)
                                .increment());
        switch (report.kind()) {
            case ADD -> {
                fresh.increment(report.absent());
                seen.increment(report.present());
                addsUnknown.increment(report.unknown());
            }
            case LOOK_UP -> {
                absent.increment(report.absent());
                present.increment(report.present());
                lookUpsUnknown.increment(report.unknown());
            }
            case LOAD -> loaded.increment(report.elements());
            default -> {
                // The other operations have no elements, or few filters use them: their timers count the calls.
            }
        }
    }

    void countSample(boolean isTaken) {
        (isTaken ? samplesTaken : samplesFailed).increment();
    }

    private Counter adds(String result) {
        return counter("polybloom.adds", "Elements added, by answer")
                .tag(RESULT, result)
                .register(registry);
    }

    private Counter lookUps(String result) {
        return counter("polybloom.lookups", "Elements looked up, by answer")
                .tag(RESULT, result)
                .register(registry);
    }

    private Counter samples(String result) {
        return counter("polybloom.samples", "Samples for the gauges")
                .tag(RESULT, result)
                .register(registry);
    }

    private Counter firstBatches(OperationKind kind) {
        registerFailures(kind);
        return batches(kind);
    }

    private Counter batches(OperationKind kind) {
        return counter("polybloom.batches", "Batches of commands")
                .tag(OPERATION, word(kind.name()))
                .register(registry);
    }

    private Counter failures(Failed failed) {
        return counter("polybloom.failures", "Operations that failed, by reason")
                .tag(OPERATION, word(failed.kind().name()))
                .tag("reason", word(failed.reason()))
                .register(registry);
    }

    private Timer timer(Ended ended) {
        return Timer.builder("polybloom.operations")
                .description("Operations, and how long they took")
                .tag(FILTER, filter)
                .tag(OPERATION, word(ended.kind().name()))
                .tag("outcome", ended.hasFailed() ? "failure" : "success")
                .register(registry);
    }

    private Counter.Builder counter(String name, String description) {
        return Counter.builder(name).description(description).tag(FILTER, filter);
    }

    private static String word(String constant) {
        return constant.toLowerCase(Locale.ROOT);
    }
}
