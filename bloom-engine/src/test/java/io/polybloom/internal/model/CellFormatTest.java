package io.polybloom.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CellFormatTest {

    @Test
    void aCellIsABitUnlessAFeatureSaysOtherwise() {
        CellFormat bit = CellFormat.BIT;
        assertEquals(1, bit.width());
        assertEquals(0, bit.readsOfAnAdd());
        assertEquals("u1", bit.type());
        assertEquals(13, bit.first(13));
        assertEquals(13, bit.added(13));
        assertEquals(13, bit.bit(13, 0));
        assertTrue(bit.isPresent(1));
        assertTrue(bit.needsNoAdd(1));
        assertFalse(bit.isPresent(0));
        assertFalse(bit.needsNoAdd(0));
    }

    @Test
    void anAddSetsTheBitThatIsReadThen() {
        byte[] bytes = {0, 0b100};
        assertEquals(1, CellFormat.BIT.read(bytes, 13));
        assertEquals(0, CellFormat.BIT.add(bytes, 12));
        assertEquals(1, CellFormat.BIT.add(bytes, 12));
        assertEquals(0b1100, bytes[1]);
    }
}
