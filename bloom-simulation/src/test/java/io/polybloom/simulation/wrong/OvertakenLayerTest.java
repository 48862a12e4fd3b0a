package io.polybloom.simulation.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.defect.SuccessorWorlds;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.Choice;
import io.polybloom.simulation.schedule.Choices;
import io.polybloom.simulation.schedule.Event;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.schedule.RecordedChoices;
import io.polybloom.simulation.schedule.Resources;
import io.polybloom.simulation.world.Run;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * A clear ends the generation in which one client has claimed a layer and another one makes it, which then dies. This
 * takes more deviations than can be followed exhaustively, so the turns of the actors are given, and their lengths are
 * drawn at random.
 */
class OvertakenLayerTest {

    private static final int RUNS = 500;
    private static final int SEED = 5;

    private static final int CLEANER = 1;
    private static final int SLOW = 2;
    private static final int OTHER = 3;

    /** The turns: the actor, the fewest and the most events. */
    private static final int[][] TURNS = {
        {CLEANER, 4, 5}, {SLOW, 8, 20}, {OTHER, 21, 34}, {CLEANER, 3, 4}, {SLOW, 8, 24}, {OTHER, 1, 9}
    };

    @Test
    void leavesNoKeyBehind() {
        assertEquals(0, violations(SuccessorWorlds.claimOfALayerThatAnotherMakes()));
    }

    /** One that removes the claim, and the log of those who make the layer, in place of the keys. */
    @Test
    void aWrongEngineIsNoticed() {
        String config = StoredFilter.config("clicks");
        Distortion leaving = When.sent(Verb.UNLINK).by(OperationKind.ADD).executed((command, caller, server) -> {
            String[] ofLayer = Format.fieldsOfSecondLayer(server.apply(Rewriting.command(Verb.HGETALL, config)));
            return ofLayer.length == 0 ? new Reply.Int(0) : server.apply(Rewriting.command(Verb.HDEL, config, ofLayer));
        });
        assertTrue(violations(SuccessorWorlds.claimOfALayerThatAnotherMakes().with(leaving)) > 0);
    }

    private static int violations(World world) {
        SplittableRandom random = new SplittableRandom(SEED);
        int violations = 0;
        for (int run = 0; run < RUNS; run++) {
            Run followed = Run.of(world, RecordedChoices.of(turns(random)), state -> {}, false);
            violations += followed.violations().isEmpty() ? 0 : 1;
        }
        return violations;
    }

    /** After its last turn, the other one dies; then nothing deviates. */
    private static Choices turns(SplittableRandom random) {
        Resources resources = new Resources();
        int[] turn = {0};
        int[] left = {length(random, 0)};
        return possible -> {
            List<Event> events = possible.all(resources);
            while (turn[0] < TURNS.length && left[0] == 0) {
                turn[0]++;
                left[0] = turn[0] < TURNS.length ? length(random, turn[0]) : 1;
            }
            if (left[0] == 0) {
                return choice(events, event -> true);
            }
            left[0]--;
            return turn[0] < TURNS.length
                    ? choice(
                            events,
                            event -> event.actor() == TURNS[turn[0]][0]
                                    && !event.kind().isFault())
                    : choice(events, event -> event.actor() == OTHER && event.kind() == EventKind.DIE);
        };
    }

    private static int length(SplittableRandom random, int turn) {
        return random.nextInt(TURNS[turn][1], TURNS[turn][2] + 1);
    }

    private static Choice choice(List<Event> events, Predicate<Event> wanted) {
        for (int index = 0; index < events.size(); index++) {
            if (wanted.test(events.get(index))) {
                return new Choice(index, events.get(index));
            }
        }
        return new Choice(0, events.get(0));
    }
}
