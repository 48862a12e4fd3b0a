package io.polybloom.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.FilterTask;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.testing.MemoryRedis;
import org.junit.jupiter.api.Test;

/** Which tasks are run. */
class FilterTasksTest {

    private record Stranger() implements FilterTask<String> {}

    @Test
    void aTaskThatIsNotOursIsRefusedByName() {
        MemoryRedis redis = new MemoryRedis();
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new BlockingBloomFilters(redis).run(new Stranger()));
        assertEquals("not a task of this library: " + Stranger.class.getName(), refused.getMessage());
    }
}
