package io.polybloom.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.ForeignDataException;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTest {

    private static final String TOKEN = "0123456789abcdef";

    private static Claim claim(long first, int size, int... places) {
        BitSet claimed = new BitSet();
        for (int place : places) {
            claimed.set(place);
        }
        return new Claim(first, size, TOKEN, claimed);
    }

    @Test
    void writesTheLastDeliveryFirst() {
        assertEquals("000000000000000a.1." + TOKEN, claim(10, 1, 0).text());
        assertEquals("000000000000000c.3." + TOKEN + ".5", claim(10, 3, 0, 2).text());
        assertEquals("000000000000000c.3." + TOKEN, claim(10, 3, 0, 1, 2).text());
    }

    @Test
    void readsWhatItHasWritten() {
        for (long first : new long[] {0, 1, 9_007_199_254_740_993L, Long.MAX_VALUE - 1023}) {
            for (Claim claim :
                    new Claim[] {claim(first, 1024, 0, 7, 8, 1023), claim(first, 9, 8), claim(first, 2, 0, 1)}) {
                assertEquals(claim, Claim.read("clicks", claim.text()));
            }
        }
    }

    @Test
    void findsEveryClaimThatMayHoldADelivery() {
        long delivery = 5_000;
        for (int before = 0; before < Claim.MOST; before++) {
            String text = claim(delivery - before, Claim.MOST, before).text();
            assertTrue(text.compareTo(Claim.least(delivery)) >= 0, text);
            assertTrue(text.compareTo(Claim.greatest(Claim.furthest(delivery))) <= 0, text);
        }
        assertEquals(Long.MAX_VALUE, Claim.furthest(Long.MAX_VALUE - 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "000000000000000c.3.0123456789abcde",
                "000000000000000c.0.0123456789abcdef",
                "000000000000000c.1025.0123456789abcdef",
                "000000000000000c.14.0123456789abcdef",
                "000000000000000c.3.0123456789abcdef.8",
                "000000000000000c.3.0123456789abcdef.x",
                "000000000000000c.3.0123456789abcdef.1.1"
            })
    void refusesWhatIsNoClaim(String text) {
        assertThrows(ForeignDataException.class, () -> Claim.read("clicks", text));
    }
}
