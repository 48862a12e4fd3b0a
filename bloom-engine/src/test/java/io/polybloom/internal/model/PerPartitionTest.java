package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerPartitionTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 1023, 1024, 1025, 16_777_216})
    void keepsWhatItIsGiven(int partitions) {
        PerPartition<String> kept = new PerPartition<>(partitions);
        assertNull(kept.get(0));
        kept.set(partitions - 1, "last");
        kept.set(0, "first");
        assertEquals("first", kept.get(0));
        assertEquals(partitions == 1 ? "first" : "last", kept.get(partitions - 1));
        assertThrows(IndexOutOfBoundsException.class, () -> kept.get(partitions));
        assertThrows(IndexOutOfBoundsException.class, () -> kept.set(-1, "none"));
    }

    @Test
    void hasTheOrderOfThePartitions() {
        PerPartition<String> kept = new PerPartition<>(5000);
        kept.set(4000, "c");
        kept.set(1, "a");
        kept.set(1024, "b");
        kept.set(2, "nothing any more");
        kept.set(2, null);
        assertEquals(List.of("a", "b", "c"), kept.stream().toList());
    }
}
