package io.polybloom.layouts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignParameters;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedissonRecordTest {

    private static final Map<String, String> FIELDS = Map.of(
            "size", "4294967294", "hashIterations", "1074", "expectedInsertions", "1", "falseProbability", "0.0");

    private final RedissonRecord record = new RedissonRecord();

    @Test
    void readsWhatItWrites() {
        ForeignParameters parameters = new ForeignParameters(new BitBudget(4294967294L, 1074), 1, 0);
        assertEquals(parameters, record.read(FIELDS));
        assertEquals(FIELDS, record.write(parameters));
        assertEquals(
                "[size, hashIterations, expectedInsertions, falseProbability]",
                record.write(parameters).keySet().toString());
    }

    @ParameterizedTest
    @CsvSource({
        "size, 0",
        "size, 4294967295",
        "size, 1e3",
        "size, ''",
        "hashIterations, 0",
        "hashIterations, 1075",
        "hashIterations, 4294967297",
        "expectedInsertions, 0",
        "expectedInsertions, -5",
        "expectedInsertions, 9223372036854775808",
        "falseProbability, 1.0",
        "falseProbability, -0.1",
        "falseProbability, NaN",
        "falseProbability, high",
        "version, 2"
    })
    void refusesFieldsThatRedissonDoesNotWrite(String field, String value) {
        Map<String, String> fields = new HashMap<>(FIELDS);
        fields.put(field, value);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> record.read(fields));
        assertTrue(refused.getMessage().contains(field + "=" + value), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"size", "hashIterations", "expectedInsertions", "falseProbability"})
    void refusesFieldsThatAreMissing(String field) {
        Map<String, String> fields = new HashMap<>(FIELDS);
        fields.remove(field);
        assertThrows(IllegalArgumentException.class, () -> record.read(fields));
        assertThrows(IllegalArgumentException.class, () -> record.read(Map.of()));
    }
}
