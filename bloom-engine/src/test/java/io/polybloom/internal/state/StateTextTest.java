package io.polybloom.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Ended;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.layout.Geometry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a version, as docs/protocol.md has it. */
class StateTextTest {

    private static final String READY =
            "format=2;by=00000000000000b2;after=00000000000000b1;phase=ready;life=00000000000000aa;"
                    + "generation=00000000000000ab;clears=3;rebuilds=2;begun=1;layout=classic-v1;hash=murmur3-128;"
                    + "capacity=20000;fpp=1.0E-4;sizing=BALANCED;bits=420912;hashes=8;partitions=1;"
                    + "maxPartitionBits=4193792;servers=1;overCapacity=GROW;elements=utf-8;"
                    + "layers=1111111111111111/420912/8/1,2222222222222222/841824/9/1";

    private static final String FULL = READY
            + ";making=3333333333333333/1683648/10/1"
            + ";rebuild=00000000000000ac/blocked-v1/50000/0.01/FAST/524288/4/2/4193792"
            + ";filling=4444444444444444/524288/4/2"
            + ";makingNext=5555555555555555/1048576/5/2"
            + ";ended=6666666666666666/1,7777777777777777/2"
            + ";expireAt=1900000000000;settle=1";

    private static final String WINDOW =
            "format=2;by=00000000000000b1;phase=ready;life=00000000000000aa;generation=00000000000000ab;clears=0;"
                    + "rebuilds=0;begun=0;layout=classic-v1;hash=siphash-2-4;key=00112233445566778899aabbccddeeff;"
                    + "capacity=1000;fpp=0.01;sizing=COMPACT;bits=3512;hashes=7;partitions=1;maxPartitionBits=4193792;"
                    + "servers=2;window=3600000;slices=6;overCapacity=DEGRADE;elements=;"
                    + "layers=1111111111111111/3512/7/1;making=2222222222222222/3512/7/1/79;slice=70;moving=72;"
                    + "ended=3333333333333333.61/1";

    private static FilterState decode(String text) {
        return StateText.decode("clicks", 7, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {READY, FULL, WINDOW})
    void writesWhatItHasRead(String text) {
        assertEquals(text, StateText.encode(decode(text)));
    }

    @Test
    void readsEveryPart() {
        FilterState state = decode(FULL);
        FilterDescription filter = state.filter();
        assertEquals(7, state.version().number());
        assertEquals("00000000000000b2", state.version().by());
        assertEquals("00000000000000b1", state.after());
        assertEquals(Phase.READY, state.phase());
        assertTrue(filter.ready());
        assertEquals("00000000000000aa", filter.origin());
        assertEquals("00000000000000ab", filter.generation());
        assertEquals(3, filter.clears());
        assertEquals(2, filter.rebuilds());
        assertEquals(List.of("1111111111111111", "2222222222222222"), filter.layerIds());
        assertEquals(List.of(new Geometry(420_912, 8, 1), new Geometry(841_824, 9, 1)), filter.layers());
        assertEquals("3333333333333333", state.making().orElseThrow().id());
        FilterDescription.Rebuild rebuild = filter.rebuild().orElseThrow();
        assertEquals(1, rebuild.number());
        assertTrue(rebuild.isOpen());
        assertEquals("00000000000000ac", rebuild.next().generation());
        assertEquals("blocked-v1", rebuild.next().layout());
        assertEquals(50_000, rebuild.next().capacity());
        assertEquals(3, rebuild.next().rebuilds());
        assertEquals(List.of("4444444444444444"), rebuild.next().layerIds());
        assertEquals("5555555555555555", state.makingNext().orElseThrow().id());
        assertEquals(List.of(new Ended("6666666666666666", 1), new Ended("7777777777777777", 2)), state.ended());
        assertEquals(Optional.of(Instant.ofEpochMilli(1_900_000_000_000L)), filter.expireAt());
        assertTrue(state.settles());
        assertFalse(state.isSettled());
    }

    @Test
    void readsAWindow() {
        FilterState state = decode(WINDOW);
        assertEquals(List.of(70L, 72L), state.filter().window().orElseThrow().open());
        assertEquals(79, state.making().orElseThrow().number().orElseThrow());
        assertEquals("", state.after());
        assertEquals(List.of(new Ended("3333333333333333.61", 1)), state.ended());
    }

    @ParameterizedTest
    @ValueSource(strings = {"making", "clearing", "switching", "deleting", "deleted"})
    void aFilterIsReadyInThePhaseOfThatNameOnly(String phase) {
        FilterState state = decode(READY.replace("phase=ready", "phase=" + phase));
        assertFalse(state.filter().ready());
        assertFalse(state.isSettled());
        assertEquals(phase.startsWith("delet"), state.isOver());
    }

    @Test
    void aFilterWithoutLayersHasItsFirstShape() {
        FilterState state = decode(READY.replaceFirst(";layers=.*", ";layers=;making=3333333333333333/420912/8/1"));
        assertEquals(List.of(), state.filter().layerIds());
        assertEquals(new Geometry(420_912, 8, 1), state.filter().geometry());
    }

    @ParameterizedTest
    @CsvSource({
        "format=2;, format=3;, format 3",
        "phase=ready, phase=resting, phase=resting",
        ";begun=1, ;begun=1;colour=red, colour=red",
        "sizing=BALANCED, sizing=ROOMY, sizing=ROOMY",
        "overCapacity=GROW, overCapacity=LATER, overCapacity=LATER"
    })
    void saysThatALaterReleaseIsNeeded(String old, String later, String words) {
        UnsupportedFilterException refused =
                assertThrows(UnsupportedFilterException.class, () -> decode(replace(READY, old, later)));
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "format=2", "format=2;", "makes=0123456789abcdef", "1"})
    void refusesWhatItDidNotWrite(String text) {
        assertForeign(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "by=00000000000000b2|by=b2",
                ";phase=ready;life=00000000000000aa|;life=00000000000000aa;phase=ready",
                ";phase=ready|''",
                "clears=3|clears=-1",
                "begun=1|begun=x",
                "layers=1111111111111111/420912/8/1|layers=1111111111111111/420912/8",
                "layers=1111111111111111/420912/8/1|layers=1111111111111111/420912/65/1",
                "layers=1111111111111111/420912/8/1|layers=1111/420912/8/1",
                "layers=1111111111111111/420912/8/1|layers=1111111111111111/420912/8/1/7/7",
                "2222222222222222/841824/9/1|2222222222222222/841824/9/1;slice=7",
                "expireAt=1900000000000|expireAt=soon",
                ";ended=6666666666666666/1,|;ended=6666666666666666/0,",
                ";ended=6666666666666666/1,|;ended=6666666666666666,",
                ";ended=6666666666666666/1,|;ended=6666666666666666/1/0,",
                ";ended=6666666666666666/1,|;ended=hello/1,",
                "/FAST/|/",
                ";filling=4444444444444444/524288/4/2|''",
                ";rebuild=00000000000000ac/blocked-v1/50000/0.01/FAST/524288/4/2/4193792|''",
                ";settle=1|;settle=0"
            })
    void refusesWhatItWouldNotWrite(String right, String wrong) {
        assertForeign(replace(FULL, right, wrong));
    }

    private static void assertForeign(String text) {
        ForeignDataException refused = assertThrows(ForeignDataException.class, () -> decode(text));
        assertTrue(refused.getMessage().contains("a Polybloom specification"), refused.getMessage());
    }

    /** A secret is never shown. */
    @Test
    void neverShowsTheKeyOfAHash() {
        ForeignDataException refused =
                assertThrows(ForeignDataException.class, () -> decode(replace(WINDOW, "servers=2", "servers=x")));
        assertFalse(refused.getMessage().contains("00112233445566778899aabbccddeeff"), refused.getMessage());
    }

    private static String replace(String text, String old, String replacement) {
        assertTrue(text.contains(old), text);
        return text.replace(old, replacement);
    }
}
