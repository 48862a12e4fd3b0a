package io.polybloom.memory.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The behaviour that no comparison with a real Redis shows: whose arrays are whose. The comparison itself is the
 * simulator's.
 */
class MemoryServerTest {

    private final MemoryServer server = new MemoryServer(InstantSource.system());

    @Test
    void theArrayOfACommandStaysTheCallers() {
        byte[] value = {0, 0};
        server.execute(List.of(bytes("SET"), bytes("key"), value));
        call("SETBIT", "key", "0", "1");
        call("SETRANGE", "key", "1", "x");
        assertArrayEquals(new byte[2], value);
    }

    @Test
    void anAnswerStaysAsItWasGiven() {
        call("SETBIT", "key", "7", "1");
        byte[] whole = ((Reply.Bytes) call("GET", "key")).value();
        byte[] range = ((Reply.Bytes) call("GETRANGE", "key", "0", "-1")).value();
        call("SETBIT", "key", "6", "1");
        assertArrayEquals(new byte[] {1}, whole);
        assertArrayEquals(new byte[] {1}, range);
    }

    @Test
    void onesAreCountedFromAnyBitToAnyOther() {
        byte[] bits = new byte[4];
        Arrays.fill(bits, (byte) 0xb5);
        for (int from = 0; from <= 32; from++) {
            for (int to = from; to <= 32; to++) {
                long expected = 0;
                for (int bit = from; bit < to; bit++) {
                    expected += Bits.read(bits, bit, 1);
                }
                assertEquals(expected, Bits.count(bits, from, to), from + " to " + to);
            }
        }
    }

    private Reply call(String... words) {
        return server.execute(Arrays.stream(words).map(MemoryServerTest::bytes).toList());
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.ISO_8859_1);
    }
}
