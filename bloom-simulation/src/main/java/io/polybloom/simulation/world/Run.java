package io.polybloom.simulation.world;

import io.polybloom.simulation.actor.Actor;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Connection;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.actor.Sent;
import io.polybloom.simulation.actor.Stage;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.judge.History;
import io.polybloom.simulation.judge.Incident;
import io.polybloom.simulation.judge.Judge;
import io.polybloom.simulation.judge.RestInvariants;
import io.polybloom.simulation.judge.Violation;
import io.polybloom.simulation.redis.LostWrites;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.simulation.schedule.Choice;
import io.polybloom.simulation.schedule.Choices;
import io.polybloom.simulation.schedule.Event;
import io.polybloom.simulation.schedule.EventKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;

/** One run of a world from its beginning, along one schedule. */
public final class Run {

    /** An endless loop of an engine ends here; no schedule of a small world comes near. */
    private static final int MOST_EVENTS = 20_000;

    private static final int FIRST_ACTOR_AFTER = 100;

    private final World world;
    private final SimulatedClock clock;
    private final List<SimulatedServer> servers = new ArrayList<>();
    private final Stage stage;
    private final List<Actor> actors = new ArrayList<>();
    private final List<HeldBack> held = new ArrayList<>();
    private final List<Incident> incidents = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private final Set<Allowance> allowed = EnumSet.noneOf(Allowance.class);
    private final Journal journal;
    private boolean complete;

    private Run(World world, boolean keepsJournal) {
        this.world = world;
        this.clock = world.clock();
        clock.reset();
        for (int i = 0; i < world.servers(); i++) {
            servers.add(new SimulatedServer(clock.ofServer(i), world.lag()));
        }
        this.stage = new Stage(clock, servers, world.whole(), world.distortion());
        this.journal = new Journal(keepsJournal);
    }

    /**
     * Runs a world.
     *
     * @param choices decide which event happens next
     * @param states takes a number that stands for the state before each choice that does not repeat one of the run
     *     before
     * @param keepsJournal whether the journal will be read
     */
    public static Run of(World world, Choices choices, LongConsumer states, boolean keepsJournal) {
        Run run = new Run(world, keepsJournal);
        run.inOrder(0, "before", world.before());
        int callsBefore = run.stage.history().size();
        world.faults().lost().forEach(key -> run.evict(0, key));
        run.servers.forEach(SimulatedServer::replicate);
        run.perform(choices, states);
        if (run.complete) {
            History history = new History(run.stage.history(), callsBefore, run.incidents, world.nearCached());
            run.sort(RestInvariants.check(
                    run.servers.stream().map(SimulatedServer::keys).toList(), run.stage.authors(), history));
            run.inOrder(FIRST_ACTOR_AFTER, "after", world.after());
            run.sort(Judge.judge(history));
        }
        return run;
    }

    private void sort(List<Violation> found) {
        for (Violation violation : found) {
            Allowance excuse = violation.excuse();
            if (excuse != null && world.allowances().contains(excuse)) {
                allowed.add(excuse);
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

    /** Returns the events. */
    public Journal journal() {
        return journal;
    }

    private void perform(Choices choices, LongConsumer states) {
        Map<String, Integer> users = new HashMap<>();
        for (int i = 0; i < world.roles().size(); i++) {
            Role role = world.roles().get(i);
            stage.putClockForward(i + 1, role.ahead());
            actors.add(new Actor(i + 1, role.name(), role.connection(), stage, role.script()));
            Set<String> objects = new HashSet<>();
            role.script().forEach(operation -> objects.add(operation.object()));
            objects.forEach(object -> users.merge(object, 1, Integer::sum));
        }
        users.values().removeIf(count -> count < 2);
        Possible possible = new Possible(world, servers, users.keySet());
        int current = 0;
        while (!complete) {
            int last = current;
            Choice choice = choices.choose(resources -> {
                states.accept(fingerprint());
                return possible.events(actors, last, held, resources);
            });
            if (choice == null) {
                return;
            }
            Event event = choice.event();
            possible.note(event);
            happen(event);
            current = event.actor() > 0 ? event.actor() - 1 : current;
            complete = event.kind() == EventKind.REST || stage.time() > MOST_EVENTS;
        }
    }

    private void happen(Event event) {
        stage.passTime();
        servers.forEach(server -> server.tell(stage.time()));
        switch (event.kind()) {
            case START, EXECUTE, REFUSE, DELIVER, CUT, HOLD, DIE -> happenTo(actors.get(event.actor() - 1), event);
            case ARRIVE -> {
                HeldBack late = held.get((int) event.subject());
                journal.add("         late: " + Journal.text(late.next()));
                late.execute(servers.get(late.server()), stage.authors(), world.distortion());
                if (late.isOver()) {
                    held.remove(late);
                }
            }
            case EVICT -> evict((int) event.subject(), event.key());
            case TICK -> {
                long millis = world.faults().ticks().get((int) event.subject());
                journal.add("         " + millis + " ms pass");
                clock.advance(millis);
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case SHIFT -> {
                long millis = world.faults().shifts().get((int) event.subject());
                journal.add("         the clocks of the servers are set by " + millis + " ms");
                clock.shiftServers(millis);
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case FORGET -> {
                journal.add("         the server forgets everything");
                servers.forEach(server -> server.keys().forget());
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case FAIL_OVER -> {
                journal.add("         a replica takes over; it lacks the last " + event.variant() + " writes");
                LostWrites lost = servers.get(0).failOver(event.variant());
                actors.forEach(Actor::loseServer);
                note(event.kind(), "", lost);
            }
            case REST -> journal.add("         all is at rest");
        }
    }

    private void happenTo(Actor actor, Event event) {
        Sent sent = null;
        for (Sent each : actor.sent()) {
            sent = each.number() == event.subject() ? each : sent;
        }
        if (event.kind() == EventKind.START) {
            if (journal.isKept()) {
                journal.add("%-8s calls %s".formatted(actor.name(), actor.next()));
            }
            start(actor);
            tellReturn(actor);
        } else if (event.kind() == EventKind.DIE) {
            journal.add("%-8s dies".formatted(actor.name()));
            actor.die();
        } else if (sent == null) {
            throw new IllegalStateException("no batch for " + event);
        } else if (event.kind() == EventKind.EXECUTE) {
            executeNext(actor, sent);
        } else if (event.kind() == EventKind.REFUSE) {
            journal.add("%-8s is refused %s".formatted(actor.name(), sent));
            actor.refuse(sent);
        } else if (event.kind() == EventKind.DELIVER) {
            actor.deliver(sent);
            tellReturn(actor);
        } else {
            String loss = event.kind() == EventKind.HOLD
                    ? "gives up waiting; still on their way: "
                    : event.variant() > 0
                            ? "loses the connection and the replies; not executed: "
                            : "loses the connection; not executed: ";
            Call call = Objects.requireNonNull(actor.call());
            List<Sent> rest = actor.breakOff(sent, event.variant() > 0);
            if (event.kind() == EventKind.HOLD) {
                held.add(new HeldBack(call, rest));
            }
            journal.add("%-8s %s%s".formatted(actor.name(), loss, rest));
        }
    }

    /** Time that an actor lets pass is as any other. */
    private void start(Actor actor) {
        boolean passesTime = Objects.requireNonNull(actor.next()).kind() == OperationKind.PASS;
        actor.start();
        if (passesTime) {
            note(EventKind.TICK, "", LostWrites.none(stage.time()));
        }
    }

    private void executeNext(Actor actor, Sent sent) {
        String command = journal.isKept() ? Journal.text(sent.nextToExecute()) : "";
        actor.execute(sent);
        if (journal.isKept()) {
            journal.add("%-8s %s -> %s".formatted(actor.name(), command, sent.lastReply()));
        }
    }

    private void tellReturn(Actor actor) {
        if (journal.isKept() && actor.call() == null) {
            stage.history().stream()
                    .filter(call -> call.actor().equals(actor.name()))
                    .reduce((first, second) -> second)
                    .ifPresent(call -> journal.add("    " + call));
        }
    }

    private void evict(int server, String key) {
        journal.add("         the server evicts " + key);
        servers.get(server).keys().remove(key);
        note(EventKind.EVICT, key, LostWrites.none(stage.time()));
    }

    private void note(EventKind kind, String key, LostWrites lost) {
        incidents.add(new Incident(
                kind, stage.time(), clock.millis(), clock.slowestMillis(), stage.serverMillis(), key, lost));
    }

    /** Runs a script alone. */
    private void inOrder(int index, String name, List<Operation> script) {
        Actor actor = new Actor(index, name, Connection.ORDERED, stage, script);
        boolean isLost = false;
        while (!actor.isOver() && stage.time() <= MOST_EVENTS) {
            stage.passTime();
            Call call = actor.call();
            if (call == null) {
                start(actor);
            } else if (isLost) {
                actor.abandon();
                isLost = false;
            } else {
                Sent first = actor.sent().get(0);
                if (actor.mayDeliver(first)) {
                    actor.deliver(first);
                } else {
                    isLost = first.next().verb().name().equals(call.operation().lastVerb());
                    actor.execute(first);
                }
            }
            tellReturn(actor);
        }
    }

    private long fingerprint() {
        long state = 17;
        for (SimulatedServer server : servers) {
            state = 31 * state + server.keys().fingerprint();
        }
        for (Actor actor : actors) {
            state = 31 * state + (actor.isOver() ? 1 : 2) + 7L * actor.sent().size();
            for (Sent sent : actor.sent()) {
                state = 31 * state + sent.number() * 64 + sent.executed();
            }
        }
        return state * 0x9e3779b97f4a7c15L + held.size();
    }
}
