package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of many elements, in pages. */
class ElementStoreTest {

    private static final Funnel<byte[]> BYTES = (array, sink) -> sink.putBytes(array);

    /** The element at an index: some are empty, some longer than a page. */
    private static byte[] element(int index) {
        byte[] bytes = new byte[index * 7 % 23];
        Arrays.fill(bytes, (byte) index);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 22, 100, 1 << 26})
    void givesEveryElementBackInAnyOrder(int fullPage) {
        int count = 60;
        byte[][] elements = new byte[count][];
        Arrays.setAll(elements, ElementStoreTest::element);
        ElementStore store = new ElementStore(elements, BYTES, fullPage);
        for (int i = 0; i < count; i++) {
            int index = i * 37 % count;
            ElementBytes found = store.get(index);
            assertArrayEquals(element(index), Arrays.copyOf(found.bytes(), found.length()), "element " + index);
        }
    }

    /** The size of a page is estimated from its first element. */
    @Test
    void oneLongElementReservesNoMemoryForTheOthers() {
        byte[][] elements = new byte[10_000][0];
        elements[0] = new byte[1_000_000];
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getThreadAllocatedBytes(Thread.currentThread().getId());
        ElementStore store = new ElementStore(elements, BYTES);
        long allocated = memory.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertEquals(1_000_000, store.get(0).length());
        assertEquals(0, store.get(9_999).length());
        assertTrue(allocated < 4_000_000, "bytes: " + allocated);
    }
}
