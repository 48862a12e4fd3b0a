package io.polybloom.simulation.world;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.actor.Actor;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Connection;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.actor.Sent;
import io.polybloom.simulation.actor.Stage;
import io.polybloom.simulation.actor.Transcript;
import io.polybloom.simulation.judge.Incident;
import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.redis.LostWrites;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.simulation.schedule.Event;
import io.polybloom.simulation.schedule.EventKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The servers and actors of a run, and the effects of events on them. */
final class Scene {

    private final World world;
    private final SimulatedClock clock;
    private final List<SimulatedServer> servers = new ArrayList<>();
    private final Stage stage;
    private final List<Actor> actors = new ArrayList<>();
    private final List<HeldBack> held = new ArrayList<>();
    private final List<Incident> incidents = new ArrayList<>();
    private final Journal journal;
    private final Clients clients;

    /** Sets the scene of a world, with the clock at its beginning. */
    Scene(World world, Journal journal, Transcript transcript) {
        this.world = world;
        this.clock = world.clock();
        clock.reset();
        for (int i = 0; i < world.servers(); i++) {
            servers.add(new SimulatedServer(clock.ofServer(i), world.replication()));
        }
        this.stage = new Stage(clock, servers, world.whole(), world.distortion(), transcript);
        if (!world.faults().fates().isEmpty()) {
            stage.misleadClients();
        }
        if (world.callsWait()) {
            stage.letCallsWait();
        }
        this.journal = journal;
        this.clients = Clients.of(world.roles());
    }

    List<SimulatedServer> servers() {
        return servers;
    }

    /** Returns the keys of each server. */
    List<Keyspace> keys() {
        return servers.stream().map(SimulatedServer::keys).toList();
    }

    /** Returns copies of the keys of each server, in which none expires from now on. */
    List<Keyspace> keysOfNow() {
        List<Keyspace> copies = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            long now = clock.ofServer(i).millis();
            copies.add(servers.get(i).keys().copy(() -> Instant.ofEpochMilli(now)));
        }
        return copies;
    }

    Stage stage() {
        return stage;
    }

    /** Returns the actors that have entered. */
    List<Actor> actors() {
        return actors;
    }

    /** Returns the commands that arrive after their caller has given up. */
    List<HeldBack> held() {
        return held;
    }

    /** Returns which actors are threads of one client. */
    Clients clients() {
        return clients;
    }

    /** Returns the events beside the calls. */
    List<Incident> incidents() {
        return incidents;
    }

    /** Returns whether an actor is in the middle of a call that does not end. */
    boolean isEndless() {
        for (Actor actor : actors) {
            if (actor.isEndless()) {
                return true;
            }
        }
        return false;
    }

    /** Lets the actors of the world enter. */
    void enterAll() {
        for (Role role : world.roles()) {
            int number = actors.size() + 1;
            stage.putClockForward(number, role.ahead());
            if (!role.mayWrite()) {
                stage.forbidWrites(number);
            }
            actors.add(new Actor(number, role.name(), role.connection(), stage, role.script()));
        }
    }

    /** Lets an event happen. */
    void happen(Event event) {
        stage.passTime();
        stage.transcript().add(event.kind().name(), event.actor(), event.subject(), event.key(), event.variant());
        servers.forEach(server -> server.tell(stage.time()));
        switch (event.kind()) {
            case START, EXECUTE, REFUSE, DELIVER, CUT, HOLD, DIE, LAG -> happenTo(actors.get(event.actor() - 1), event);
            case ARRIVE -> {
                HeldBack late = held.get((int) event.subject());
                if (journal.isKept()) {
                    journal.add("         late: %s", Journal.text(late.next()));
                }
                late.execute(servers.get(late.server()), stage.authors(), world.distortion());
                if (late.isOver()) {
                    held.remove(late);
                }
            }
            case EVICT -> evict((int) event.subject(), event.key());
            case TICK -> {
                long millis = world.faults().ticks().get((int) event.subject());
                journal.add("         %d ms pass", millis);
                clock.advance(millis);
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case SHIFT -> {
                long millis = world.faults().shifts().get(event.variant());
                journal.add("         the clock of server %d is set by %d ms", event.subject(), millis);
                clock.shiftServer((int) event.subject(), millis);
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case CLIENT_SHIFT -> {
                long millis = world.faults().clientShifts().get(event.variant());
                journal.add(
                        "%-8s has its clock set by %d ms",
                        actors.get(event.actor() - 1).name(), millis);
                clients.beside(event.actor()).forEach(each -> stage.shiftClient(each, Duration.ofMillis(millis)));
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case FORGET -> {
                journal.add("         the server forgets everything");
                servers.forEach(server -> server.keys().forget());
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case FAIL_OVER -> {
                journal.add("         a replica takes over; it lacks the last %d writes", event.variant());
                LostWrites lost = servers.get(0).failOver(event.variant());
                actors.forEach(Actor::loseServer);
                note(event.kind(), "", lost);
            }
            case DEMOTE -> {
                OldPrimary fate = OldPrimary.valueOf(event.key());
                journal.add(
                        "         a replica of server %d takes over; it lacks the last %d writes; the old primary %s",
                        event.subject(), event.variant(), fate);
                List<Integer> clients = actors.stream().map(Actor::index).toList();
                LostWrites lost = servers.get((int) event.subject()).demote(event.variant(), fate, clients);
                if (fate.isRestarted()) {
                    actors.forEach(Actor::loseServer);
                }
                note(EventKind.FAIL_OVER, "", lost);
            }
            case REDIRECT -> {
                Actor actor = actors.get(event.actor() - 1);
                actor.redirect((int) event.subject());
                boolean isAstray = servers.get((int) event.subject()).isAstray(actor.index());
                journal.add(
                        "%-8s is led to the %s primary of server %d",
                        actor.name(), isAstray ? "old" : "new", event.subject());
            }
            case AIL -> {
                Ailment ailment = Ailment.valueOf(event.key());
                journal.add("         server %d %s", event.subject(), ailment);
                servers.get((int) event.subject()).suffer(ailment);
                note(event.kind(), "", LostWrites.none(stage.time()));
            }
            case REST -> {
                if (actors.stream().anyMatch(actor -> actor.call() != null)) {
                    throw new IllegalStateException("a call has no answer, and waits for nothing");
                }
                journal.add("         all is at rest");
            }
        }
    }

    private void happenTo(Actor actor, Event event) {
        List<Actor> calling = journal.isKept()
                ? actors.stream()
                        .filter(each -> each != actor && each.call() != null)
                        .toList()
                : List.of();
        Sent sent = null;
        for (Sent each : actor.sent()) {
            sent = each.number() == event.subject() ? each : sent;
        }
        if (event.kind() == EventKind.START) {
            if (journal.isKept()) {
                journal.add("%-8s calls %s", actor.name(), actor.next());
            }
            start(actor);
            tellReturn(actor);
        } else if (event.kind() == EventKind.DIE) {
            journal.add("%-8s dies", actor.name());
            actor.die();
        } else if (sent == null) {
            throw new IllegalStateException("no batch for " + event);
        } else if (event.kind() == EventKind.EXECUTE) {
            executeNext(actor, sent);
        } else if (event.kind() == EventKind.LAG) {
            SimulatedServer server = servers.get(sent.batch().server());
            server.stall(true);
            actor.noteFault();
            executeNext(actor, sent);
            server.stall(false);
        } else if (event.kind() == EventKind.REFUSE) {
            journal.add("%-8s is refused %s", actor.name(), sent);
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
            journal.add("%-8s %s%s", actor.name(), loss, rest);
        }
        // Calls that have waited end with the one that they have gone with.
        calling.forEach(this::tellReturn);
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
        String where = journal.isKept() && actor.isAstray(sent) ? "(old primary) " : "";
        actor.execute(sent);
        if (journal.isKept()) {
            journal.add("%-8s %s%s -> %s", actor.name(), where, command, sent.lastReply());
        }
    }

    private void tellReturn(Actor actor) {
        if (journal.isKept() && actor.call() == null) {
            stage.history().stream()
                    .filter(call -> call.actor().equals(actor.name()))
                    .reduce((first, second) -> second)
                    .ifPresent(call -> journal.add("    %s", call));
        }
    }

    /** Removes a key from a server that is short of memory. */
    void evict(int server, String key) {
        journal.add("         the server evicts %s", key);
        servers.get(server).keys().remove(key);
        note(EventKind.EVICT, key, LostWrites.none(stage.time()));
    }

    private void note(EventKind kind, String key, LostWrites lost) {
        incidents.add(new Incident(
                kind,
                stage.time(),
                clock.millis(),
                clock.slowestMillis(),
                clock.fastestMillis(),
                stage.serverMillis(),
                key,
                lost));
    }

    /** Lets another actor perform a script alone. */
    void inOrder(int index, String name, List<Operation> script) {
        Actor actor = new Actor(index, name, Connection.ORDERED, stage, script);
        boolean isLost = false;
        while (!actor.isOver() && !actor.isEndless() && !isEndless()) {
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

    /** Returns a number that stands for the state. */
    long fingerprint() {
        long state = 17;
        for (SimulatedServer server : servers) {
            state = 31 * state + server.fingerprint();
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
