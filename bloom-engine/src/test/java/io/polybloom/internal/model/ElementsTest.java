package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.Elements;
import org.junit.jupiter.api.Test;

/** The funnels make the formats that filters store, so filters that were opened with Guava's own stay the same. */
class ElementsTest {

    @Test
    void haveTheFormatsOfTheWireFormat() {
        assertEquals("utf-8", ElementFormat.of(Elements.strings()));
        assertEquals("int64-le", ElementFormat.of(Elements.longs()));
        assertEquals("int32-le", ElementFormat.of(Elements.ints()));
        assertEquals("", ElementFormat.of(Elements.bytes()));
    }
}
