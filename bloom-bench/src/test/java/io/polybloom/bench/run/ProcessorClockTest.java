package io.polybloom.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProcessorClockTest {

    @Test
    void addsTheTwoTimesOfTheProcessAndNotThoseOfItsChildren() {
        String info = "# CPU\r\nused_cpu_sys:1.500001\r\nused_cpu_user:2.25\r\nused_cpu_sys_children:9.0\r\n"
                + "used_cpu_user_children:9.0\r\nused_cpu_sys_main_thread:1.4\r\nused_cpu_user_main_thread:2.2\r\n";
        assertEquals(3_750_001, ProcessorClock.microsIn(info));
    }

    @Test
    void thisProcessUsesTimeWhileItWorks() {
        ProcessorClock clock = ProcessorClock.ofThisProcess();
        long before = clock.micros();
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (clock.micros() == before && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertTrue(clock.micros() > before);
    }

    @Test
    void doesNotTakeSilenceForNoTime() {
        assertThrows(IllegalArgumentException.class, () -> ProcessorClock.microsIn("# CPU\r\nused_cpu_sys:1.5\r\n"));
    }
}
