package io.polybloom.internal.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BackendException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.layout.ElementHash;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The bits of a partition of several pages, and the pieces in which they are brought to Redis. */
class PartitionBitsTest {

    private static final long PAGE = BitPage.BITS;

    /** Four pages, the last one of 1,000 bits. */
    private final PartitionBits bits = ofPartition(3 * PAGE + 1000);

    private static PartitionBits ofPartition(long size) {
        FilterSpec spec =
                FilterSpec.named("clicks").bits(size).hashes(1).partitions(1).build();
        return new PartitionBits(
                new Generation(Descriptions.planned(spec, 1, "00000000000000aa", ElementHash.murmur3()))
                        .newest()
                        .partition(0));
    }

    @Test
    void hasAPageForEveryMebibyteThatIsBegun() {
        assertEquals(4, bits.pieces().count());
        assertEquals(1, ofPartition(PAGE).pieces().count());
        assertEquals(2, ofPartition(PAGE + 8).pieces().count());
    }

    @Test
    void listsTheBitsOfAllPagesWhereTheyAre() {
        bits.set(3 * PAGE + 999);
        bits.set(0);
        bits.set(PAGE - 1);
        bits.set(PAGE);
        assertEquals(OptionalInt.of(4), bits.listed());
        assertArrayEquals(new long[] {0, PAGE - 1, PAGE, 3 * PAGE + 999}, bits.offsets());
        assertNull(bits.page(2));
    }

    @Test
    void saysHowMuchMemoryItsPagesTake() {
        assertEquals(64, bits.set(5));
        for (int i = 1; i < 16; i++) {
            assertEquals(0, bits.set(i));
        }
        assertEquals(64, bits.set(16), "the list has twice the room");
        assertEquals(64, bits.set(3 * PAGE));
    }

    /** A bitmap of the last page has 125 bytes, less than a list of 32 numbers. */
    @Test
    void listsNothingOnceOnePageIsABitmap() {
        bits.set(0);
        for (int i = 0; i < 16; i++) {
            bits.set(3 * PAGE + i);
        }
        assertEquals(OptionalInt.of(17), bits.listed());
        assertEquals(125 - 64, bits.set(3 * PAGE + 16));
        assertEquals(OptionalInt.empty(), bits.listed());
    }

    @Test
    void isBroughtFromTheLastPageWithABitToTheFirst() {
        bits.set(9);
        bits.set(2 * PAGE + 20);
        List<String> pieces = new ArrayList<>();
        assertEquals(true, upload(pieces, (2 << 20) + 3));
        assertEquals(List.of((2 << 20) + ": 3", "0: 2"), pieces);
    }

    @Test
    void isNotBroughtWithoutABit() {
        List<String> pieces = new ArrayList<>();
        assertEquals(false, upload(pieces, 0));
        assertEquals(List.of(), pieces);
    }

    /** The length in the answer proves that the pieces before are still there. */
    @Test
    void bringsNothingMoreAfterAPieceThatIsLost() {
        bits.set(9);
        bits.set(PAGE + 20);
        bits.set(2 * PAGE + 20);
        List<String> pieces = new ArrayList<>();
        assertThrows(BackendException.class, () -> upload(pieces, (1 << 20) + 3));
        assertEquals(List.of((2 << 20) + ": 3"), pieces);
    }

    /** Uploads the bits to a server that answers each write with the same length. */
    private boolean upload(List<String> pieces, long length) {
        Environment environment = new Environment(1, () -> Instant.EPOCH, () -> "id");
        Step<Boolean> step = new TemporaryKey(bits.pieces(), environment).upload();
        while (step instanceof Step.Send<Boolean> send) {
            send.batches().forEachRemaining(batch -> {
                byte[][] arguments = batch.commands().get(1).arguments();
                pieces.add(new String(arguments[0], StandardCharsets.US_ASCII) + ": " + arguments[1].length);
                send.receiver().receive(batch, List.of(Reply.of("OK"), new Reply.Int(length), new Reply.Int(1)));
            });
            step = send.next().get();
        }
        return ((Step.Done<Boolean>) step).value();
    }
}
