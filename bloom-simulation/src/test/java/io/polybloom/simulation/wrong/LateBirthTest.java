package io.polybloom.simulation.wrong;

import static io.polybloom.simulation.actor.Operation.call;
import static io.polybloom.simulation.actor.Operation.claim;
import static io.polybloom.simulation.actor.Operation.open;
import static io.polybloom.simulation.actor.OperationKind.ADD;
import static io.polybloom.simulation.actor.OperationKind.CLEAR;
import static io.polybloom.simulation.actor.OperationKind.LOOK_UP;
import static io.polybloom.simulation.wrong.When.sent;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.polybloom.FilterSpec;
import io.polybloom.simulation.Schedules;
import io.polybloom.simulation.Specs;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.schedule.Choice;
import io.polybloom.simulation.schedule.Choices;
import io.polybloom.simulation.schedule.Event;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.schedule.RecordedChoices;
import io.polybloom.simulation.schedule.Resources;
import io.polybloom.simulation.world.Faults;
import io.polybloom.simulation.world.Role;
import io.polybloom.simulation.world.Run;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two clients that make a partition, or the claims of a writer, are held up while a third one completes and uses it. It
 * is then lost, or removed by a clear, and the commands of the first two arrive one after the other. This takes more
 * deviations than can be followed exhaustively, so the turns of the actors are given, and the lengths of some are tried
 * out.
 */
class LateBirthTest {

    private static final FilterSpec ONE = Specs.plain(1);
    private static final FilterSpec TWO = Specs.plain(2);
    private static final int MOST_EVENTS = 24;

    /** A build follows one schedule of this number, always the same ones. */
    private static final int PART = Schedules.ARE_MANY ? 1 : 5;

    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int THIRD = 3;
    private static final int READER = 4;
    private static final int CLEANER = 5;
    private static final int ALL = 1_000;

    /**
     * Some events of an actor, which begin when it has sent a certain command, or the loss of a key.
     *
     * @param after the actor and the command, or the key, as a regular expression; empty for no command
     */
    private record Turn(int actor, String after, int events) {
        Turn(int actor, int events) {
            this(actor, "", events);
        }

        static Turn loss(int partition, String end) {
            return new Turn(Event.NOBODY, ".*:" + partition + "\\}:.*\\.0" + end, 1);
        }
    }

    /** One guard of the birth that is left out. */
    enum Omission {
        /** All clients make a partition under one name. */
        SHARES_A_NAME(LateBirthTest::sharingAName),
        /** The keys of a client that tells others of them may not be there yet. */
        TELLS_OF_KEYS_BEFORE_THEY_ARE_MADE(LateBirthTest::tellingEarly),
        /** What others have made stays until it expires. */
        LEAVES_WHAT_OTHERS_HAVE_MADE(LateBirthTest::leavingKeys),
        /** The birth ends even if another client has made keys since the log was read. */
        ENDS_BESIDE_A_MAKER(LateBirthTest::endingAnyhow);

        private final Supplier<Distortion> distortion;

        Omission(Supplier<Distortion> distortion) {
            this.distortion = distortion;
        }
    }

    @Test
    void revivesNoLostPartition() {
        assertEquals(
                "",
                violations(lost(), twoLate(List.of(new Turn(THIRD, ALL), Turn.loss(0, ""))), () -> Distortion.NONE));
    }

    @Test
    void revivesNoClearedPartition() {
        World world = World.of(
                "two slow creators, and the filter is cleared",
                List.of(),
                List.of(
                        Role.of("slow", open("a", ONE)),
                        Role.of("slower", open("b", ONE)),
                        Role.of("fast", open("c", ONE)),
                        Role.of("reader", open("d", ONE), call(LOOK_UP, "d", "y")),
                        Role.of("cleaner", open("e", ONE), call(CLEAR, "e"), call(ADD, "e", "y"))),
                List.of());
        // The reader has opened the filter before it is cleared; it asks before anybody takes the old keys back.
        List<Turn> between = List.of(new Turn(THIRD, ALL), new Turn(READER, 4), new Turn(CLEANER, ALL));
        assertEquals("", violations(world, twoLate(between), () -> Distortion.NONE));
    }

    @Test
    void revivesNoLostClaims() {
        assertEquals("", violations(lostClaims(), twoLateWithClaims(), () -> Distortion.NONE));
    }

    @Test
    void revivesNoPartitionThatWasMadeTwice() {
        assertEquals("", violations(twiceLost(), madeTwice(), () -> Distortion.NONE));
    }

    @Test
    void revivesNoPartitionThatWasMadeWhileTheBirthEnded() {
        assertEquals("", violations(twiceLost(), madeMeanwhile(), () -> Distortion.NONE));
    }

    @ParameterizedTest
    @EnumSource
    void aWrongEngineIsNoticed(Omission omission) {
        String found =
                violations(lost(), twoLate(List.of(new Turn(THIRD, ALL), Turn.loss(0, ""))), omission.distortion);
        found += violations(twiceLost(), madeTwice(), omission.distortion);
        found += violations(twiceLost(), madeMeanwhile(), omission.distortion);
        assertNotEquals("", found);
    }

    /** Claims have one key, and its new name takes the old one away: the other guards are those of several keys. */
    @ParameterizedTest
    @EnumSource(names = {"SHARES_A_NAME", "TELLS_OF_KEYS_BEFORE_THEY_ARE_MADE"})
    void aWrongEngineIsNoticedWithClaims(Omission omission) {
        assertNotEquals("", violations(lostClaims(), twoLateWithClaims(), omission.distortion));
    }

    private static World lost() {
        return World.of(
                        "two slow creators, and the partition is lost",
                        List.of(),
                        List.of(
                                Role.of("slow", open("a", ONE)),
                                Role.of("slower", open("b", ONE)),
                                Role.of("fast", open("c", ONE), call(ADD, "c", "x"))),
                        List.of(open("fresh", ONE), call(LOOK_UP, "fresh", "x")))
                .with(Faults.oneOf(EventKind.EVICT));
    }

    private static World lostClaims() {
        return World.of(
                        "two slow makers of claims, and the claims are lost",
                        List.of(open("a", ONE), open("b", ONE), open("c", ONE)),
                        List.of(
                                Role.of("slow", claim("a", "w", 7, "y")),
                                Role.of("slower", claim("b", "w", 7, "y")),
                                Role.of("fast", claim("c", "w", 7, "y"), claim("c", "w", 7, "y"))),
                        List.of())
                .with(Faults.oneOf(EventKind.EVICT));
    }

    /** One of two partitions is lost before it is made again, and later the other one. */
    private static World twiceLost() {
        String element = Specs.inPartition(1, 7);
        return World.of(
                        "three creators, and both partitions are lost, one after the other",
                        List.of(),
                        List.of(
                                Role.of("slow", open("a", TWO)),
                                Role.of("slower", open("b", TWO)),
                                Role.of("fast", open("c", TWO), call(ADD, "c", element))),
                        List.of(open("fresh", TWO), call(LOOK_UP, "fresh", element)))
                .with(Faults.upTo(2, EventKind.EVICT));
    }

    /** Two are late, one after the other: one that makes the partition, and one that is to name it. */
    private static List<List<Turn>> twoLate(List<Turn> between) {
        List<List<Turn>> schedules = new ArrayList<>();
        for (int first = 0; first <= MOST_EVENTS / 5; first++) {
            for (int second = 1; second <= MOST_EVENTS; second++) {
                for (int then = 1; then <= 2; then++) {
                    List<Turn> turns = new ArrayList<>(List.of(
                            new Turn(FIRST, "a .* makes=.*", first), new Turn(SECOND, "b .* makes=.*", second)));
                    turns.addAll(between);
                    turns.addAll(List.of(new Turn(FIRST, then), new Turn(SECOND, 1), new Turn(READER, ALL)));
                    schedules.add(turns);
                }
            }
        }
        return schedules;
    }

    /** A consumer has made the claims and claims a delivery; two are late with what makes the claims. */
    private static List<List<Turn>> twoLateWithClaims() {
        List<List<Turn>> schedules = new ArrayList<>();
        for (int first = 0; first <= MOST_EVENTS / 5; first++) {
            for (int second = 1; second <= MOST_EVENTS; second++) {
                for (int fast = 0; fast <= 4; fast++) {
                    for (int then = 1; then <= 2; then++) {
                        schedules.add(List.of(
                                new Turn(FIRST, "a HSETNX claims.*", first),
                                new Turn(SECOND, "b HSETNX claims.*", second),
                                new Turn(THIRD, "c BITFIELD .*", fast),
                                new Turn(Event.NOBODY, ".*:claims:[^:]*", 1),
                                new Turn(FIRST, then),
                                new Turn(SECOND, 1),
                                new Turn(THIRD, ALL)));
                    }
                }
            }
        }
        return schedules;
    }

    /** What was made first is lost in part; one client makes both partitions, and another one is to name them. */
    private static List<List<Turn>> madeTwice() {
        List<List<Turn>> schedules = new ArrayList<>();
        for (int second = 1; second <= MOST_EVENTS; second++) {
            for (int then = 1; then <= 2; then++) {
                schedules.add(List.of(
                        new Turn(FIRST, "a .* made=.*", 0),
                        Turn.loss(0, ":.*:new"),
                        new Turn(THIRD, "c .* made=.*", 0),
                        new Turn(SECOND, "b .* makes=.*", second),
                        new Turn(THIRD, ALL),
                        Turn.loss(1, ""),
                        new Turn(SECOND, then)));
            }
        }
        return schedules;
    }

    /** One client is about to end the birth when another one, which misses a partition, makes both. */
    private static List<List<Turn>> madeMeanwhile() {
        List<List<Turn>> schedules = new ArrayList<>();
        for (int third = 1; third <= MOST_EVENTS * 3 / 4; third++) {
            for (int second = 1; second <= MOST_EVENTS / 2; second++) {
                for (int then = 1; then <= 2; then++) {
                    schedules.add(List.of(
                            new Turn(FIRST, "a .* made=.*", 0),
                            new Turn(THIRD, "c .* makes=.*", third),
                            Turn.loss(0, ""),
                            new Turn(SECOND, "b .* made=.*", second),
                            new Turn(THIRD, ALL),
                            Turn.loss(1, ""),
                            new Turn(SECOND, then)));
                }
            }
        }
        return schedules;
    }

    /** Returns the first violation; empty if there is none. */
    private static String violations(World world, List<List<Turn>> schedules, Supplier<Distortion> distortion) {
        for (int schedule = 0; schedule < schedules.size(); schedule += PART) {
            List<Turn> turns = schedules.get(schedule);
            String[] last = {""};
            Distortion engine = distortion.get();
            Distortion watched = (command, caller, server) -> {
                last[0] = caller.operation().object() + " " + command.verb();
                for (byte[] word : command.arguments()) {
                    last[0] += " " + Rewriting.text(word);
                }
                return engine.execute(command, caller, server);
            };
            Run run = Run.of(world.with(watched), RecordedChoices.of(following(turns, last)), state -> {}, true);
            if (!run.violations().isEmpty()) {
                return turns + " " + run.violations() + "\n" + run.journal();
            }
        }
        return "";
    }

    private static Choices following(List<Turn> turns, String[] last) {
        Resources resources = new Resources();
        int[] turn = {0};
        int[] left = {-1};
        return possible -> {
            List<Event> events = possible.all(resources);
            while (turn[0] < turns.size()) {
                Turn now = turns.get(turn[0]);
                boolean hasBegun = now.actor() == Event.NOBODY || now.after().isEmpty() || last[0].matches(now.after());
                left[0] = left[0] < 0 && hasBegun ? now.events() : left[0];
                int index = left[0] == 0 ? -1 : index(events, wanted(now));
                if (index >= 0) {
                    left[0] = Math.max(-1, left[0] - 1);
                    return new Choice(index, events.get(index));
                }
                turn[0]++;
                left[0] = -1;
            }
            return new Choice(0, events.get(0));
        };
    }

    private static Predicate<Event> wanted(Turn turn) {
        return turn.actor() == Event.NOBODY
                ? event -> event.kind() == EventKind.EVICT && event.key().matches(turn.after())
                : event -> event.actor() == turn.actor() && !event.kind().isFault();
    }

    private static int index(List<Event> events, Predicate<Event> wanted) {
        for (int index = 0; index < events.size(); index++) {
            if (wanted.test(events.get(index))) {
                return index;
            }
        }
        return -1;
    }

    private static Distortion sharingAName() {
        return (command, caller, server) -> server.apply(new Command(
                command.verb(),
                shared(command.key()),
                Arrays.stream(command.arguments()).map(LateBirthTest::shared).toArray(byte[][]::new)));
    }

    private static byte[] shared(byte[] word) {
        String text = new String(word, StandardCharsets.ISO_8859_1);
        return text.replaceFirst("(\\.0):[0-9a-f]{16}:new$", "$1:new").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Distortion tellingEarly() {
        Map<Call, String> makers = new WeakHashMap<>();
        return (command, caller, server) -> {
            if (Format.beginsBirth().isMet(command, caller)) {
                makers.put(caller, Rewriting.argument(command, 1));
            }
            Reply reply = server.apply(command);
            String own = makers.getOrDefault(caller, "");
            return command.verb() == Verb.HGETALL ? Format.withKeysMade(reply, own) : reply;
        };
    }

    private static Distortion leavingKeys() {
        return sent(Verb.UNLINK).key(".*\\.0:[0-9a-f]{16}:new").skipped();
    }

    private static Distortion endingAnyhow() {
        return Format.endsBirth().executed((command, caller, server) -> {
            Reply reply = server.apply(command);
            if (reply.equals(When.DONE)) {
                return reply;
            }
            String field = Format.entryAfterAll(Rewriting.argument(command, 0));
            return server.apply(Rewriting.command(Verb.HSETNX, Rewriting.key(command), field, "1"));
        });
    }
}
