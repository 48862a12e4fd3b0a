package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.NamedLayer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands as docs/wire-format.md has them, and the meaning of their replies. */
class BitfieldTest {

    private static Layer slice(long number) {
        FilterSpec spec = FilterSpec.named("NAME")
                .capacity(80_000)
                .falsePositiveRate(5e-4)
                .partitions(4)
                .window(Duration.ofSeconds(4), 4)
                .build();
        return new Generation(made(spec, OptionalLong.of(number))).newest();
    }

    /** A filter whose only layer has the id LAYER. */
    private static FilterDescription made(FilterSpec spec, OptionalLong slice) {
        FilterDescription planned = Descriptions.planned(spec, 1, "GEN", ElementHash.murmur3());
        return Descriptions.withLayer(planned, new NamedLayer("LAYER", planned.geometry(), slice));
    }

    private static String text(Command command) {
        return Stream.concat(Stream.of(command.key()), Stream.of(command.arguments()))
                .map(word -> new String(word, StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
    }

    @Test
    void anAddReadsTheCellsAndSetsTheColumnOfTheSlice() {
        Layer layer = slice(7);
        long[] offsets = new long[layer.words()];
        ElementBytes element = new ElementBytes();
        element.putBytes("event-1".getBytes(StandardCharsets.UTF_8));
        int partition = layer.locate(element, offsets);
        assertEquals(new Geometry(105232, 8, 4), layer.geometry());
        String reads = "bloom:{NAME:0}:LAYER.7 GET u1 526160 GET u7 526161"
                + " GET u5 335195 GET u5 517640 GET u5 282800 GET u5 341260 GET u5 324330 GET u5 266495 GET u5 272110"
                + " GET u5 160935";
        String sets = " SET u1 335197 1 SET u1 517642 1 SET u1 282802 1 SET u1 341262 1 SET u1 324332 1"
                + " SET u1 266497 1 SET u1 272112 1 SET u1 160937 1";
        Command add = Bitfield.bits(Access.ADD, layer.partition(partition), Offsets.of(offsets), offsets.length);
        assertEquals(reads + sets, text(add));
        Command lookUp = Bitfield.bits(Access.LOOK_UP, layer.partition(partition), Offsets.of(offsets), offsets.length);
        assertEquals(reads, text(lookUp));
    }

    /** Six remembered slices make cells of seven bits, as many as the seal and the marks have. */
    @Test
    void aLookUpOfCellsAsWideAsTheMarksSealsNothing() {
        FilterSpec spec = FilterSpec.named("NAME")
                .capacity(1000)
                .window(Duration.ofHours(1), 6)
                .build();
        Layer layer = new Generation(Descriptions.withKeyNumbers(
                        Descriptions.planned(spec, 1, "GEN", ElementHash.murmur3()), List.of(7L)))
                .newest();
        long[] offsets = new long[layer.words()];
        int partition = layer.locate(new ElementBytes(), offsets);
        Command lookUp = Bitfield.bits(Access.LOOK_UP, layer.partition(partition), Offsets.of(offsets), offsets.length);
        assertEquals("u7", new String(lookUp.arguments()[lookUp.arguments().length - 2], StandardCharsets.UTF_8));
        List<Long> answers = Stream.generate(() -> 1L).limit(2 + offsets.length).toList();
        PartitionAnswer answer = Bitfield.readBits(
                Access.LOOK_UP, layer.partition(partition), lookUp, Reply.of(answers), offsets.length);
        assertFalse(answer.isSealed());
    }

    /** The first bit of a word is the highest of its number; the bits of an element are in the word of its first. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, true, false, PRESENT NEW PRESENT",
        "0, 0, false, false, UNKNOWN UNKNOWN UNKNOWN",
        "1, 64, true, true, PRESENT NEW PRESENT",
        "1, 63, true, false, PRESENT NEW PRESENT"
    })
    void aWordIsReadAsANumber(long alive, long trailer, boolean isAlive, boolean isSealed, String outcomes) {
        FilterSpec spec = FilterSpec.named("NAME")
                .layout("words-v1")
                .bits(512)
                .hashes(2)
                .partitions(1)
                .build();
        Partition partition =
                new Generation(made(spec, OptionalLong.empty())).newest().partition(0);
        Offsets offsets = Offsets.of(0, 63, 64, 127, 128, 129);
        Command command = Bitfield.words(Access.LOOK_UP, partition, offsets, 6);
        Reply reply = new Reply.Ints(new long[] {alive, trailer, Long.MIN_VALUE | 1, 1, -1});
        PartitionAnswer answer = Bitfield.readWords(partition, command, reply, offsets, 6);
        assertEquals(isAlive, answer.isAlive());
        assertEquals(isSealed, answer.isSealed());
        assertEquals(outcomes, answer.outcome(0) + " " + answer.outcome(1) + " " + answer.outcome(2));
        assertEquals("bloom:{NAME:0}:LAYER GET u1 512 GET u7 513 GET i64 0 GET i64 64 GET i64 128", text(command));
        Reply shorter = new Reply.Ints(new long[] {1, 0, 0, 0});
        assertThrows(BloomFilterException.class, () -> Bitfield.readWords(partition, command, shorter, offsets, 6));
    }
}
