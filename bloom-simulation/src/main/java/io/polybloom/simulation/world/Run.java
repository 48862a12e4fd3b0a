package io.polybloom.simulation.world;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Transcript;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.judge.Excuse;
import io.polybloom.simulation.judge.History;
import io.polybloom.simulation.judge.Judge;
import io.polybloom.simulation.judge.RestInvariants;
import io.polybloom.simulation.judge.Violation;
import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.simulation.schedule.Choice;
import io.polybloom.simulation.schedule.Choices;
import io.polybloom.simulation.schedule.Event;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.schedule.ExhaustiveChoices;
import io.polybloom.simulation.state.Moment;
import io.polybloom.simulation.world.Endings.Ending;
import io.polybloom.simulation.world.Endings.Mark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A run of a world along a schedule. It can be brought back to where the next schedule of the same choices differs, and
 * follow that one from there.
 */
public final class Run {

    /**
     * A point to which the run can be brought back.
     *
     * @param choices the number of choices before it
     * @param current the place of the actor of the last event
     * @param moment the state of everything else
     */
    private record Fork(int choices, int current, Moment moment) {}

    private static final int FIRST_ACTOR_AFTER = 100;

    private final World world;
    private final Journal journal;
    private final Transcript transcript;
    private final Scene scene;
    private final int callsBefore;
    private final int beginning;
    private final Possible possible;
    private final Endings endings;
    private final Deque<Fork> forks = new ArrayDeque<>();
    private final List<Violation> violations = new ArrayList<>();
    private final Set<Allowance> allowed = EnumSet.noneOf(Allowance.class);
    private List<Long> stored = List.of();
    private @Nullable Ending ending;
    private int made;
    private int current;
    private boolean complete;

    private Run(World world, boolean keepsJournal, boolean keepsTranscript) {
        this.world = world;
        this.journal = new Journal(keepsJournal);
        this.transcript = new Transcript(keepsTranscript);
        this.scene = new Scene(world, journal, transcript);
        scene.inOrder(0, "before", world.before());
        this.callsBefore = scene.stage().history().size();
        this.beginning = scene.stage().time();
        world.faults().lost().forEach(key -> scene.evict(0, key));
        scene.servers().forEach(SimulatedServer::replicate);
        scene.enterAll();
        this.possible = new Possible(world, scene, sharedObjects());
        this.endings = new Endings(world, keepsJournal || keepsTranscript);
    }

    /**
     * Runs a world along one schedule.
     *
     * @param choices decide which event happens next
     * @param states takes a number that stands for the state before each choice for which all events are asked
     * @param keepsJournal whether the journal will be read
     */
    public static Run of(World world, Choices choices, LongConsumer states, boolean keepsJournal) {
        Run run = new Run(world, keepsJournal, false);
        run.perform(choices, states);
        return run;
    }

    /** Runs a world as the other method does, and keeps a transcript. */
    public static Run withTranscript(World world, Choices choices, LongConsumer states) {
        Run run = along(world, true);
        run.perform(choices, states);
        return run;
    }

    /**
     * Prepares a world, to be run along any number of schedules.
     *
     * @param keepsTranscript whether the hash of what happens will be asked for
     */
    public static Run along(World world, boolean keepsTranscript) {
        return new Run(world, false, keepsTranscript);
    }

    /**
     * Follows the next schedule, from the last point that it has in common with the one before.
     *
     * @param choices decide which event happens next
     * @param states takes a number that stands for the state before each choice that does not repeat one of the
     *     schedule before, unless only the first event can be chosen
     */
    public void follow(ExhaustiveChoices choices, LongConsumer states) {
        int common = choices.repeated();
        while (!forks.isEmpty() && forks.element().choices() > common) {
            forks.pop();
        }
        if (forks.isEmpty()) {
            fork();
        } else {
            bringBack(forks.element());
        }
        choices.skip(made);
        while (made < common) {
            step(choices, states);
        }
        if (forks.element().choices() < common) {
            fork();
        }
        perform(choices, states);
    }

    private void fork() {
        forks.push(new Fork(made, current, Moment.of(scene, possible, world.clock())));
    }

    private void bringBack(Fork fork) {
        fork.moment().bringBack();
        made = fork.choices();
        current = fork.current();
        complete = false;
        ending = null;
        endings.begin();
        violations.clear();
        allowed.clear();
    }

    private void perform(Choices choices, LongConsumer states) {
        boolean goesOn = true;
        while (goesOn && !complete) {
            goesOn = step(choices, states);
        }
        if (complete) {
            judge();
        }
    }

    /** Lets the next event happen; returns whether the schedule has one. */
    private boolean step(Choices choices, LongConsumer states) {
        Choice choice = choices.choose(possible.after(current, () -> states.accept(scene.fingerprint())));
        if (choice == null) {
            return false;
        }
        made++;
        Event event = choice.event();
        boolean isAtRest = event.kind() == EventKind.REST;
        if (choices.areOver() && (isAtRest || event.kind() == EventKind.START)) {
            ending = endings.at(scene, current, isAtRest);
            if (ending != null) {
                complete = true;
                return true;
            }
        }
        possible.note(event);
        long reads = world.clock().reads();
        scene.happen(event);
        choices.happened(world.clock().reads() != reads);
        // That the clock of a client is set is no act of the client.
        boolean isAct = event.actor() != Event.NOBODY && event.kind() != EventKind.CLIENT_SHIFT;
        current = isAct ? event.actor() - 1 : current;
        complete = event.kind() == EventKind.REST || scene.isEndless();
        return true;
    }

    private void judge() {
        Ending found = ending;
        if (found != null) {
            Endings.repeat(found.course(), scene);
        }
        Mark rest = Mark.of(scene);
        History history = history(rest);
        List<Keyspace> keys = found == null ? scene.keys() : found.atRest();
        sort(RestInvariants.check(keys, scene.stage().authors(), history));
        if (found == null) {
            List<Keyspace> atRest = endings.areAwaited() ? scene.keysOfNow() : List.of();
            scene.servers().forEach(server -> server.suffer(Ailment.NONE));
            scene.inOrder(FIRST_ACTOR_AFTER, "after", world.after());
            stored = scene.servers().stream().map(SimulatedServer::fingerprint).toList();
            endings.note(scene, rest, atRest, stored);
        } else {
            Endings.repeat(found.audit(), scene);
            stored = found.stored();
            endings.note(scene, rest, keys, stored);
        }
        sort(Judge.judge(history(rest), scene.stage().authors()));
    }

    private History history(Mark rest) {
        List<Call> all = scene.stage().history();
        List<Call> calls =
                world.keepsAnswers() ? all.stream().filter(this::lasts).toList() : all;
        return new History(calls, callsBefore, rest.time(), scene.incidents(), world.nearCached());
    }

    /**
     * Whether a failover must not make the answer to a call wrong: an actor's look-up that began before a failover may
     * have found what this failover has lost, since look-ups wait for no replica.
     */
    private boolean lasts(Call call) {
        return call.begin() < beginning
                || !call.operation().kind().looksUp()
                || scene.incidents().stream()
                        .noneMatch(
                                incident -> incident.kind() == EventKind.FAIL_OVER && incident.time() >= call.begin());
    }

    private void sort(List<Violation> found) {
        for (Violation violation : found) {
            Excuse excuse = violation.excuse();
            transcript.addViolation(violation.kind().name());
            if (excuse != null && world.allows(violation)) {
                allowed.add(excuse.allowance());
            } else {
                violations.add(violation);
            }
        }
    }

    /** Returns whether the schedule was followed to its end. */
    public boolean isComplete() {
        return complete;
    }

    /** Returns the violations that are not allowed. */
    public List<Violation> violations() {
        return violations;
    }

    /** Returns the violations that are allowed. */
    public Set<Allowance> allowed() {
        return allowed;
    }

    /** Returns how each call has ended, what is stored at the end, and which promises were broken. */
    public List<String> outcome() {
        List<String> outcome = new ArrayList<>();
        scene.stage().history().forEach(call -> outcome.add(call.toString()));
        stored.forEach(contents -> outcome.add("stored: " + contents));
        violations.forEach(violation -> outcome.add("broken: " + violation.kind()));
        allowed.forEach(allowance -> outcome.add("allowed: " + allowance));
        outcome.sort(Comparator.naturalOrder());
        return outcome;
    }

    /** Returns the events. */
    public Journal journal() {
        return journal;
    }

    /** Returns the hash of the transcript. */
    public long hash() {
        return transcript.hash();
    }

    /** Returns the filter objects that several actors use. */
    private Set<String> sharedObjects() {
        Map<String, Integer> users = new HashMap<>();
        for (Role role : world.roles()) {
            Set<String> objects = new HashSet<>();
            role.script().forEach(operation -> objects.add(operation.object()));
            objects.forEach(object -> users.merge(object, 1, Integer::sum));
        }
        users.values().removeIf(count -> count < 2);
        return users.keySet();
    }
}
