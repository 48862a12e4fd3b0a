package io.polybloom.internal.lifecycle;

import static io.polybloom.internal.lifecycle.RaceScene.beginsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BackendException;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.TestFilters;
import io.polybloom.TimedFilter;
import io.polybloom.driver.FilterOperations;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A clear that meets another client's clear, deletion or creation. */
class ClearRaceTest {

    private final RaceScene scene = new RaceScene();

    private void clear() {
        scene.filter.run(FilterOperations::clear);
    }

    /** The deletion has met the new generation and stands on its field, so the clear must not take it back. */
    @Test
    void leavesTheConfigReadableForADeletionThatDies() {
        boolean[] isPublished = {false};
        scene.redis.answerInstead = command -> {
            boolean isAsked = isPublished[0] && command.verb() == Verb.HGETALL;
            isPublished[0] = command.verb() == Verb.HSETNX;
            if (isAsked) {
                scene.refuse(Verb.RENAMENX);
                assertThrows(BackendException.class, scene::deleteByTheOther);
            }
            return null;
        };
        assertThrows(FilterGoneException.class, this::clear);
        assertTrue(scene.fields().containsKey("generation." + scene.origin + ".1"));
        scene.redis.answerInstead = command -> null;
        assertTrue(new TimedFilter(scene.redis, TestFilters.clicks(3)).add("a"));
    }

    @Test
    void givesUpWhereTheConfigNeverShowsTheClear() {
        int[] clears = {0};
        scene.redis.answerInstead = command -> {
            if (command.verb() != Verb.HSETNX) {
                return null;
            }
            clears[0]++;
            return new Reply.Int(1);
        };
        LostDataException lost = assertThrows(LostDataException.class, this::clear);
        assertTrue(lost.getMessage().contains("missed what had been written"), lost.getMessage());
        assertEquals(1000, clears[0]);
    }

    @Test
    void leavesAFilterAloneThatTookTheNameBefore() {
        TimedFilter anew = scene.makeAnew(TestFilters.clicks(3));
        assertThrows(LostDataException.class, this::clear);
        assertTrue(anew.mightContain("a"));
        assertEquals(anew.description().generation(), scene.filter.description().generation());
    }

    /** As only somebody else's hand can have written it: a life keeps its parameters. */
    @Test
    void refusesOtherParametersOfTheSameLife() {
        scene.fields().computeIfPresent("spec", (field, text) -> text.replace("capacity=1000;", "capacity=1001;"));
        Map<String, String> before = scene.redis.snapshot();
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, this::clear);
        assertTrue(refused.getMessage().contains("capacity is 1001, not 1000"), refused.getMessage());
        assertEquals(before, scene.redis.snapshot());
    }

    @Test
    void refusesAFilterThatIsSpreadOverOtherServers() {
        scene.fields().computeIfPresent("spec", (field, text) -> text.replace("servers=1", "servers=2"));
        Map<String, String> before = scene.redis.snapshot();
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, this::clear);
        assertTrue(refused.getMessage().contains("servers is 2, not 1"), refused.getMessage());
        assertEquals(before, scene.redis.snapshot());
    }

    @Test
    void leavesNothingInAFilterThatTookTheNameMeanwhile() {
        List<TimedFilter> anew = new ArrayList<>();
        scene.before(beginsWith(Verb.HSETNX), () -> anew.add(scene.makeAnew(TestFilters.clicks(3))));
        FilterGoneException gone = assertThrows(FilterGoneException.class, this::clear);
        assertTrue(gone.getMessage().contains("created anew while it was being cleared"), gone.getMessage());
        assertTrue(anew.get(0).mightContain("a"));
        String ready = "ready." + anew.get(0).description().generation() + ".0";
        assertEquals(
                Set.of("spec", ready, ready + ".1", ready + ".2"),
                scene.fields().keySet());
    }

    /** Only the client that has published a field withdraws it. */
    @Test
    void takesBackOnlyWhatItHasPublished() {
        scene.before(beginsWith(Verb.HSETNX), () -> {
            scene.makeAnew(TestFilters.clicks(3));
            scene.fields().put("generation." + scene.origin + ".1", "00000000000000bb");
        });
        assertThrows(FilterGoneException.class, this::clear);
        assertTrue(scene.fields().containsKey("generation." + scene.origin + ".1"));
    }

    /** Its maker would continue with it, alongside the next generation. */
    @Test
    void leavesNoLifeInAGenerationThatAnotherClientMakesMeanwhile() {
        String unready = "00000000000000bb";
        scene.fields().put("generation." + scene.origin + ".1", unready);
        scene.before(ClearRaceTest::publishes, () -> {
            new TimedFilter(scene.redis, TestFilters.clicks(3));
            scene.refuse(Verb.UNLINK);
        });
        assertThrows(BackendException.class, this::clear);
        assertTrue(scene.fields().containsKey("generation." + scene.origin + ".2"));
        assertTrue(scene.redis.strings.keySet().stream().noneMatch(key -> key.contains(unready)));
    }

    /** A copy that has died may have left it; 61 is not a size that classic-v1 gives a partition. */
    @Test
    void leavesAloneWhatIsOfAnotherLayout() {
        scene.fields().put("layer.00000000000000cc.1", "bits=61;hashes=3;partitions=2");
        clear();
        assertTrue(scene.fields().keySet().stream().noneMatch(field -> field.startsWith("layer.")));
        assertEquals(3, scene.redis.strings.size());
    }

    private static boolean publishes(Batch batch) {
        Command first = batch.commands().get(0);
        return first.verb() == Verb.HSETNX
                && new String(first.arguments()[0], StandardCharsets.UTF_8).startsWith("generation.");
    }
}
