package io.polybloom.internal.element;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.google.common.hash.Funnel;
import java.util.Arrays;
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
}
