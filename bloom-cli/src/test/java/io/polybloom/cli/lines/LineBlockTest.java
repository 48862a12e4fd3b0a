package io.polybloom.cli.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.PackedBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineBlockTest {

    private static final int USUAL = 200;

    private final LineBlock block = new LineBlock(USUAL);

    @Test
    void takesNoMoreLinesAndBytesThanItMayButAlwaysOne() {
        block.append(lines("", "a", "bb", "ccc", "dddd"));
        assertEquals(5, block.size());
        assertEquals(15, block.bytes());
        assertEquals(1, block.bytesOfFirst());
        assertEquals(List.of("", "a"), text(block.take(2, 100)));
        assertEquals(List.of("bb"), text(block.take(2, 6)));
        assertEquals(List.of("ccc"), text(block.take(2, 1)));
        assertEquals(5, block.bytesOfFirst());
        assertEquals(List.of("dddd"), text(block.take(Integer.MAX_VALUE, 100)));
        assertEquals(0, block.size());
        assertEquals(0, block.bytes());
    }

    /** Newlines stay between lines that were appended one after the other, since they are printed in one piece. */
    @Test
    void keepsNewlinesBetweenLines() {
        block.append(lines("a", "b"));
        block.append(lines("c"));
        PackedBytes taken = block.take(3, 100);
        assertEquals("a\nb\nc", new String(taken.array(), taken.start(0), taken.end(2), StandardCharsets.US_ASCII));
    }

    @Test
    void givesUpAnArrayThatIsUnusuallyLarge() {
        block.append(lines("a"));
        byte[] small = block.take(1, 100).array();
        block.clear();
        block.append(lines("b"));
        assertTrue(small == block.take(1, 100).array(), "another array for a line that fits");
        block.append(lines("x".repeat(2 * USUAL)));
        block.take(1, 100);
        block.clear();
        block.append(lines("c"));
        assertTrue(block.take(1, 100).array().length <= USUAL, "the array of the long line");
    }

    @Test
    void isAQueue() {
        Random random = new Random(5);
        Deque<String> expected = new ArrayDeque<>();
        for (int round = 0; round < 10_000; round++) {
            String[] some = new String[1 + random.nextInt(20)];
            Arrays.setAll(some, i -> "x".repeat(random.nextInt(6)) + random.nextInt(100));
            block.append(lines(some));
            expected.addAll(List.of(some));
            int takes = random.nextInt(4);
            for (int i = 0; i < takes && block.size() > 0; i++) {
                for (String each : text(block.take(1 + random.nextInt(25), random.nextInt(100)))) {
                    assertEquals(expected.remove(), each);
                }
            }
            if (block.size() == 0 && random.nextBoolean()) {
                block.clear();
            }
            assertEquals(expected.size(), block.size());
        }
    }

    private static PackedBytes lines(String... lines) {
        byte[] bytes = ("?" + String.join("\n", lines)).getBytes(StandardCharsets.US_ASCII);
        int[] ends = new int[lines.length];
        int at = 1;
        for (int i = 0; i < lines.length; i++) {
            ends[i] = at + lines[i].length();
            at = ends[i] + 1;
        }
        return PackedBytes.of(bytes, 1, ends);
    }

    private static List<String> text(List<byte[]> lines) {
        return lines.stream()
                .map(line -> new String(line, StandardCharsets.US_ASCII))
                .toList();
    }
}
