package io.polybloom.internal.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.polybloom.FilterSpec;
import io.polybloom.internal.element.ElementBytes;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands on the cells of a filter with a window, as docs/wire-format.md has them. */
class CellCommandsTest {

    private static Layer slice(long number) {
        FilterSpec spec = FilterSpec.named("NAME")
                .capacity(80_000)
                .falsePositiveRate(5e-4)
                .partitions(4)
                .window(Duration.ofSeconds(4), 4)
                .build();
        return new Generation(Descriptions.withSlices(
                        Descriptions.planned(spec, 1, "GEN", ElementHash.murmur3()), List.of(number)))
                .newest();
    }

    private static String text(Command command) {
        return Stream.concat(Stream.of(command.key()), Stream.of(command.arguments()))
                .map(word -> new String(word, StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
    }

    @Test
    void readTheCellsAndSetTheColumnOfTheSlice() {
        Layer layer = slice(7);
        long[] offsets = new long[layer.words()];
        ElementBytes element = new ElementBytes();
        element.putBytes("event-1".getBytes(StandardCharsets.UTF_8));
        int partition = layer.locate(element, offsets);
        assertEquals(new Geometry(105232, 8, 4), layer.geometry());
        String reads = "bloom:{NAME:0}:GEN.7 GET u1 526160 GET u7 526161"
                + " GET u5 335195 GET u5 517640 GET u5 282800 GET u5 341260 GET u5 324330 GET u5 266495 GET u5 272110"
                + " GET u5 160935";
        String sets = " SET u1 335197 1 SET u1 517642 1 SET u1 282802 1 SET u1 341262 1 SET u1 324332 1"
                + " SET u1 266497 1 SET u1 272112 1 SET u1 160937 1";
        Command add = Commands.bits(Access.ADD, layer.partition(partition), Offsets.of(offsets), offsets.length);
        assertEquals(reads + sets, text(add));
        Command lookUp = Commands.bits(Access.LOOK_UP, layer.partition(partition), Offsets.of(offsets), offsets.length);
        assertEquals(reads, text(lookUp));
    }

    /** Six remembered slices make cells of seven bits, as many as the seal and the marks have. */
    @Test
    void aLookUpOfCellsAsWideAsTheMarksSealsNothing() {
        FilterSpec spec = FilterSpec.named("NAME")
                .capacity(1000)
                .window(Duration.ofHours(1), 6)
                .build();
        Layer layer = new Generation(Descriptions.withSlices(
                        Descriptions.planned(spec, 1, "GEN", ElementHash.murmur3()), List.of(7L)))
                .newest();
        long[] offsets = new long[layer.words()];
        int partition = layer.locate(new ElementBytes(), offsets);
        Command lookUp = Commands.bits(Access.LOOK_UP, layer.partition(partition), Offsets.of(offsets), offsets.length);
        assertEquals("u7", new String(lookUp.arguments()[lookUp.arguments().length - 2], StandardCharsets.UTF_8));
        List<Long> answers = Stream.generate(() -> 1L).limit(2 + offsets.length).toList();
        PartitionAnswer answer = PartitionAnswer.ofBits(
                Access.LOOK_UP, layer.partition(partition), lookUp, Reply.of(answers), offsets.length);
        assertFalse(answer.isSealed());
    }
}
