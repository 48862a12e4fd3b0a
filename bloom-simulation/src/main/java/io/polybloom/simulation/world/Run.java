package io.polybloom.simulation.world;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/** One run of a world from its beginning, along one schedule. */
public final class Run {

    private static final int FIRST_ACTOR_AFTER = 100;

    private final World world;
    private final Journal journal;
    private final Transcript transcript;
    private final Scene scene;
    private final List<Violation> violations = new ArrayList<>();
    private final Set<Allowance> allowed = EnumSet.noneOf(Allowance.class);
    private boolean complete;

    private Run(World world, boolean keepsJournal, boolean keepsTranscript) {
        this.world = world;
        this.journal = new Journal(keepsJournal);
        this.transcript = new Transcript(keepsTranscript);
        this.scene = new Scene(world, journal, transcript);
    }

    /**
     * Runs a world.
     *
     * @param choices decide which event happens next
     * @param states takes a number that stands for the state before each choice that does not repeat one of the run
     *     before, unless only the first event can be chosen
     * @param keepsJournal whether the journal will be read
     */
    public static Run of(World world, Choices choices, LongConsumer states, boolean keepsJournal) {
        return of(world, choices, states, keepsJournal, false);
    }

    /** Runs a world as the other method does, and keeps a transcript. */
    public static Run withTranscript(World world, Choices choices, LongConsumer states) {
        return of(world, choices, states, false, true);
    }

    private static Run of(
            World world, Choices choices, LongConsumer states, boolean keepsJournal, boolean keepsTranscript) {
        Run run = new Run(world, keepsJournal, keepsTranscript);
        Scene scene = run.scene;
        scene.inOrder(0, "before", world.before());
        int callsBefore = scene.stage().history().size();
        world.faults().lost().forEach(key -> scene.evict(0, key));
        scene.servers().forEach(SimulatedServer::replicate);
        run.perform(choices, states);
        if (run.complete) {
            History history = new History(
                    scene.stage().history(), callsBefore, scene.stage().time(), scene.incidents(), world.nearCached());
            run.sort(RestInvariants.check(
                    scene.servers().stream().map(SimulatedServer::keys).toList(),
                    scene.stage().authors(),
                    history));
            scene.servers().forEach(server -> server.suffer(Ailment.NONE));
            scene.inOrder(FIRST_ACTOR_AFTER, "after", world.after());
            run.sort(Judge.judge(history, scene.stage().authors()));
        }
        return run;
    }

    private void sort(List<Violation> found) {
        for (Violation violation : found) {
            Excuse excuse = violation.excuse();
            transcript.addViolation(violation.kind().name());
            if (excuse != null && world.allowances().contains(excuse.allowance())) {
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
        scene.servers().forEach(server -> outcome.add("stored: " + server.fingerprint()));
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

    private void perform(Choices choices, LongConsumer states) {
        scene.enterAll();
        Possible possible = new Possible(world, scene, sharedObjects());
        int current = 0;
        while (!complete) {
            int last = current;
            Choice choice = choices.choose(possible.after(last, () -> states.accept(scene.fingerprint())));
            if (choice == null) {
                return;
            }
            Event event = choice.event();
            possible.note(event);
            long reads = world.clock().reads();
            scene.happen(event);
            choices.happened(world.clock().reads() != reads);
            // That the clock of a client is set is no act of the client.
            boolean isAct = event.actor() != Event.NOBODY && event.kind() != EventKind.CLIENT_SHIFT;
            current = isAct ? event.actor() - 1 : current;
            complete = event.kind() == EventKind.REST || scene.isEndless();
        }
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
