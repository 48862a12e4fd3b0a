package io.polybloom.layouts;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignParameters;
import io.polybloom.layout.ForeignRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The hash with the parameters of an RBloomFilter. */
final class RedissonRecord implements ForeignRecord {

    private static final String SIZE = "size";
    private static final String HASHES = "hashIterations";
    private static final String CAPACITY = "expectedInsertions";
    private static final String RATE = "falseProbability";
    private static final List<String> FIELDS = List.of(SIZE, HASHES, CAPACITY, RATE);

    static boolean allowsRate(double rate) {
        return rate >= 0 && rate < 1;
    }

    /** Redisson takes any opening brace for a hash tag. */
    @Override
    public String key(String name) {
        return name.contains("{") ? name + ":config" : "{" + name + "}:config";
    }

    @Override
    public Map<String, String> write(ForeignParameters parameters) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(SIZE, Long.toString(parameters.budget().totalBits()));
        fields.put(HASHES, Integer.toString(parameters.budget().hashes()));
        fields.put(CAPACITY, Long.toString(parameters.capacity()));
        fields.put(RATE, Double.toString(parameters.falsePositiveRate()));
        return fields;
    }

    /** An additional field may mean other bits, so it is refused like a missing one. */
    @Override
    public ForeignParameters read(Map<String, String> fields) {
        if (fields.size() != FIELDS.size() || !fields.keySet().containsAll(FIELDS)) {
            throw unexpected(fields, null);
        }
        try {
            long size = Long.parseLong(fields.get(SIZE));
            int hashes = Integer.parseInt(fields.get(HASHES));
            long capacity = Long.parseLong(fields.get(CAPACITY));
            double rate = Double.parseDouble(fields.get(RATE));
            if (isWithin(size, RedissonLayout.MAX_BITS)
                    && isWithin(hashes, RedissonLayout.MAX_HASHES)
                    && isWithin(capacity, Long.MAX_VALUE)
                    && allowsRate(rate)) {
                return new ForeignParameters(new BitBudget(size, hashes), capacity, rate);
            }
        } catch (NumberFormatException noNumber) {
            throw unexpected(fields, noNumber);
        }
        throw unexpected(fields, null);
    }

    private static boolean isWithin(long number, long most) {
        return number >= 1 && number <= most;
    }

    private static IllegalArgumentException unexpected(
            Map<String, String> fields, @Nullable NumberFormatException cause) {
        return new IllegalArgumentException(
                "not what Redisson 4 stores beside a Bloom filter: it has " + SIZE + " from 1 to "
                        + RedissonLayout.MAX_BITS + ", " + HASHES + " from 1 to " + RedissonLayout.MAX_HASHES + ", "
                        + CAPACITY + " from 1 and " + RATE + " from 0 to below 1; this is " + new TreeMap<>(fields),
                cause);
    }
}
