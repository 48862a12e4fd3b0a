package io.polybloom.internal.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ElementFormatTest {

    private static void assertFormat(String expected, Funnel<?> funnel) {
        assertEquals(expected, ElementFormat.of(funnel));
    }

    @Test
    void namesTheFunnelsOfGuava() {
        assertFormat("utf-8", Funnels.stringFunnel(UTF_8));
        assertFormat("utf-16le", Funnels.stringFunnel(UTF_16LE));
        assertFormat("utf-16be", Funnels.stringFunnel(UTF_16BE));
        assertFormat("iso-8859-1", Funnels.stringFunnel(ISO_8859_1));
        assertFormat("us-ascii", Funnels.stringFunnel(US_ASCII));
        assertFormat("int64-le", Funnels.longFunnel());
        assertFormat("int32-le", Funnels.integerFunnel());
    }

    @Test
    void givesFunnelsThatWriteTheSameBytesTheSameName() {
        assertFormat("utf-16le", Funnels.unencodedCharsFunnel());
        Funnel<String> lambda = (text, sink) -> sink.putBytes(text.getBytes(UTF_8));
        assertFormat("utf-8", lambda);
        Funnel<Object> anything = (object, sink) -> sink.putString(object.toString(), UTF_8);
        assertFormat("utf-8", anything);
        Funnel<Long> network = (number, sink) -> sink.putLong(Long.reverseBytes(number));
        assertFormat("int64-be", network);
    }

    /** Frozen: filters of other JVMs and releases have it. */
    @Test
    void hashesWhatHasNoName() {
        Funnel<String> lower = (text, sink) -> sink.putString(text.toLowerCase(Locale.ROOT), UTF_8);
        Funnel<String> ended = (text, sink) -> sink.putString(text, UTF_8).putByte((byte) 0);
        Funnel<byte[]> prefixed = (bytes, sink) -> sink.putInt(bytes.length).putBytes(bytes);
        assertTrue(ElementFormat.of(lower).matches("text-[0-9a-f]{16}"), ElementFormat.of(lower));
        assertNotEquals(ElementFormat.of(lower), ElementFormat.of(ended));
        assertTrue(ElementFormat.of(prefixed).matches("bytes-[0-9a-f]{16}"), ElementFormat.of(prefixed));
    }

    @Test
    void knowsNothingOfBytesAndOtherObjects() {
        assertFormat("", Funnels.byteArrayFunnel());
        Funnel<UUID> ids = (id, sink) -> sink.putLong(id.getMostSignificantBits());
        assertFormat("", ids);
        assertFormat("", Funnels.sequentialFunnel(Funnels.stringFunnel(UTF_8)));
        Funnel<Object> silent = (object, sink) -> {};
        assertFormat("", silent);
    }

    @Test
    void survivesAFunnelThatTakesNoProbe() {
        AtomicInteger calls = new AtomicInteger();
        Funnel<String> picky = (text, sink) -> {
            calls.incrementAndGet();
            throw new IllegalArgumentException("no order number");
        };
        assertFormat("", picky);
        assertEquals(1, calls.get());
    }
}
