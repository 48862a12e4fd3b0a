package io.polybloom.testing;

import io.polybloom.FilterDescription;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.FilterOperations;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.step.WholePartitions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A filter that was opened where the clock stands still until the test moves it. */
public final class TimedFilter {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00.123456789Z");
    /** All tests of a run share the counter: it begins where no id is that a test writes by itself. */
    private static final AtomicLong IDS = new AtomicLong(1L << 60);

    private final BlockingDriver driver;
    private final FilterOperations<CharSequence> operations;
    private volatile Instant now = START;
    private volatile Duration passed = Duration.ZERO;
    private final Transport<InFlight> redis;

    public TimedFilter(Transport<InFlight> redis, FilterSpec spec) {
        this(redis, spec, FilterOptions.defaults());
    }

    public TimedFilter(Transport<InFlight> redis, FilterSpec spec, FilterOptions options) {
        this.redis = redis;
        this.driver = new BlockingDriver(redis);
        passOnServer(START.toEpochMilli());
        Environment environment = new Environment(
                redis.servers(), WholePartitions.TO_READ, () -> now, () -> passed.toNanos(), TimedFilter::nextId);
        this.operations = driver.run(new FilterEngine(environment).<CharSequence>open(spec, TestFilters.TEXT, options));
    }

    public Instant now() {
        return now;
    }

    public void pass(Duration time) {
        now = now.plus(time);
        passed = passed.plus(time);
        passOnServer(now.toEpochMilli());
    }

    /** The server's clock shows the same time, unless a test sets one of the two. */
    private void passOnServer(long millis) {
        if (redis instanceof MemoryRedis memory) {
            memory.millis = millis;
        }
    }

    /** Sets the wall clock, while no time passes. */
    public void setClock(Duration forward) {
        now = now.plus(forward);
    }

    /** Runs an operation of the filter. */
    public <R> R run(Function<FilterOperations<CharSequence>, Step<R>> operation) {
        return driver.run(operation.apply(operations));
    }

    public boolean add(CharSequence element) {
        return run(filter -> filter.add(element));
    }

    public boolean mightContain(CharSequence element) {
        return run(filter -> filter.mightContain(element));
    }

    public FilterDescription description() {
        return operations.description();
    }

    private static String nextId() {
        return String.format("%016x", IDS.incrementAndGet());
    }
}
