package io.polybloom.internal.mirror;

import static io.polybloom.testing.TestFilters.TEXT;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.MirrorOptions;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.operations.FilterEngine;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.step.WholePartitions;
import io.polybloom.testing.MemoryRedis;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The filters of two processes on one server; those of one have mirrors. */
abstract class MirroredFilters {

    final MemoryRedis redis = new MemoryRedis();
    final AtomicLong nanos = new AtomicLong();
    final AtomicLong ids = new AtomicLong();
    final BloomFilters filters = client();

    /** Filters of another process, whose mirrors are told nothing. */
    final BloomFilters others = client();

    private BloomFilters client() {
        Environment environment = new Environment(
                1,
                WholePartitions.TO_READ,
                () -> Instant.ofEpochMilli(redis.millis),
                nanos::get,
                () -> "%016x".formatted(ids.incrementAndGet()));
        return new BlockingBloomFilters(new FilterEngine(environment), redis);
    }

    FilterMirror<CharSequence> mirror() {
        return filters.mirror("clicks", TEXT, MirrorOptions.defaults());
    }

    BloomFilter<CharSequence> open(int partitions) {
        return others.open(TestFilters.clicks(partitions), TEXT);
    }

    BloomFilter<CharSequence> open(FilterSpecBuilder spec) {
        return others.open(spec.build(), TEXT);
    }

    /** The commands of the most recent refresh. */
    List<Command> commandsOf(Runnable call) {
        redis.batches.clear();
        call.run();
        return redis.commands().toList();
    }

    static long bytesRead(List<Command> commands) {
        return commands.stream()
                .filter(command -> command.verb() == Verb.GETRANGE)
                .mapToLong(MirroredFilters::length)
                .filter(length -> length > 32)
                .sum();
    }

    static long length(Command range) {
        return number(range, 1) - number(range, 0) + 1;
    }

    static long number(Command command, int argument) {
        return Long.parseLong(new String(command.arguments()[argument], StandardCharsets.US_ASCII));
    }
}
