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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bits of a partition, in pages that say what they take, and the pieces in which they are brought to Redis. */
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

    /** A bitmap of the last page has 125 bytes, less than a list of 32 numbers; that of 16 stays beside it. */
    @Test
    void listsNothingOnceOnePageIsABitmap() {
        bits.set(0);
        for (int i = 0; i < 16; i++) {
            bits.set(3 * PAGE + i);
        }
        assertEquals(OptionalInt.of(17), bits.listed());
        assertEquals(125, bits.set(3 * PAGE + 16));
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

    private static BitPage filled(long bits, int count) {
        BitPage page = new BitPage(bits);
        for (int i = 0; i < count; i++) {
            page.set(i);
        }
        return page;
    }

    /** A list of 17 ints has room for 32: 128 bytes. */
    @ParameterizedTest
    @CsvSource({"1024, -1", "1017, -1", "1025, 17", "1032, 17", "1016, -1"})
    void isABitmapOnceThatIsNoLarger(long bits, int listed) {
        assertEquals(16, filled(bits, 16).listed());
        assertEquals(listed, filled(bits, 17).listed());
    }

    @ParameterizedTest
    @CsvSource({"0, 64", "16, 64", "17, 128", "32, 128", "33, 256", "128, 512", "129, 1512", "8000, 1512"})
    void saysHowMuchMemoryItTakes(int count, long bytes) {
        BitPage page = new BitPage(8000);
        long taken = BitPage.emptyBytes();
        for (int bit = 0; bit < count; bit++) {
            taken += page.set(bit);
        }
        assertEquals(bytes, taken);
    }

    @Test
    void takesAMebibyteAndAShortListAtMost() {
        BitPage page = new BitPage(Long.MAX_VALUE - 7);
        long taken = BitPage.emptyBytes();
        for (int i = 0; i <= 1 << 17; i++) {
            taken += page.set(BitPage.BITS - 1);
        }
        assertEquals(-1, page.listed());
        assertEquals((1 << 20) + 2048, taken);
        assertEquals(1 << 20, page.bytes().length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 500})
    void hasTheBytesUpToTheLastOneThatIsNotZero(int repetitions) {
        BitPage page = new BitPage(8000);
        assertEquals(0, page.bytes().length);
        for (int i = 0; i < repetitions; i++) {
            page.set(0);
            page.set(10);
            page.set(23);
        }
        assertArrayEquals(new byte[] {(byte) 0x80, 0x20, 0x01}, page.bytes());
        page.set(7999);
        assertEquals(1000, page.bytes().length);
        assertEquals(0x01, page.bytes()[999]);
    }

    @Test
    void copiesItsListBehindAPlaceOfTheCaller() {
        BitPage page = new BitPage(8000);
        page.set(3);
        page.set(7999);
        page.set(3);
        long[] offsets = new long[5];
        assertEquals(4, page.copyTo(offsets, 1, 1_000_000));
        assertArrayEquals(new long[] {0, 1_000_003, 1_007_999, 1_000_003, 0}, offsets);
    }
}
