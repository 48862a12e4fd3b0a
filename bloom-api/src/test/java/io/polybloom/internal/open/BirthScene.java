package io.polybloom.internal.open;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.polybloom.FilterDescription;
import io.polybloom.MemoryRedis;
import io.polybloom.StoredConfig;
import io.polybloom.TestFilters;
import io.polybloom.driver.BlockingDriver;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.config.SpecCodec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The birth of a layer of the filter {@code clicks}, into which a test lets something else happen. */
final class BirthScene {

    static final String ID = "00000000000000aa";
    static final String OTHER = "00000000000000bb";
    static final String PARTITION = "bloom:{clicks:0}:" + ID + ".0";
    static final Set<String> PARTITIONS = Set.of(PARTITION, "bloom:{clicks:1}:" + ID + ".0");

    final MemoryRedis redis = new MemoryRedis();
    final FilterDescription claimed = Descriptions.planned(TestFilters.clicks(2), 1, ID, ElementHash.murmur3());

    private int makers;

    /** Claims the name and nothing else. */
    BirthScene() {
        redis.hashes.put(StoredConfig.unbornTrace(ID), new TreeMap<>(Map.of(ID, SpecCodec.encode(claimed))));
        redis.expiries.put(StoredConfig.unbornTrace(ID), 4_000_000_000_000L);
        redis.hashes.put(StoredConfig.KEY, new TreeMap<>(Map.of("spec", SpecCodec.encode(claimed))));
    }

    Optional<ConfigRecord> bear() {
        return bear(claimed);
    }

    Optional<ConfigRecord> bear(FilterDescription filter) {
        return new BlockingDriver(redis).run(new LayerBirth(new ConfigKey("clicks"), filter, this::maker).start());
    }

    private String maker() {
        return "%016x".formatted(++makers);
    }

    /** Lets something happen once, before the first batch that begins with this verb; HSETNX stands for the mark. */
    void before(Verb verb, Runnable accident) {
        boolean[] done = {false};
        redis.before = batch -> {
            Command first = batch.commands().get(0);
            boolean isEntry = first.verb() == Verb.HSETNX && new String(first.arguments()[1], US_ASCII).contains("=");
            if (!done[0] && first.verb() == verb && !isEntry) {
                done[0] = true;
                accident.run();
            }
        };
    }

    /** Removes what was made of the first partition before it has its name. */
    void loseUnborn() {
        Set.copyOf(redis.strings.keySet()).stream()
                .filter(key -> key.startsWith(PARTITION + ":") && key.endsWith(":new"))
                .forEach(redis::remove);
    }

    Map<String, String> fields() {
        return StoredConfig.fields(redis);
    }

    void clear() {
        fields().put("generation." + ID + ".1", OTHER);
    }

    void delete() {
        List.of(StoredConfig.KEY, StoredConfig.TRACE, StoredConfig.unbornTrace(ID))
                .forEach(redis::remove);
    }

    /** Returns how many batches began with this verb. */
    long rounds(Verb verb) {
        return redis.batches.stream()
                .filter(batch -> batch.commands().get(0).verb() == verb)
                .count();
    }
}
