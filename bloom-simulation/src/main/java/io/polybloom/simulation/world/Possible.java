package io.polybloom.simulation.world;

import io.polybloom.simulation.actor.Actor;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.actor.Sent;
import io.polybloom.simulation.redis.Ailment;
import io.polybloom.simulation.redis.OldPrimary;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.simulation.schedule.Event;
import io.polybloom.simulation.schedule.EventKind;
import io.polybloom.simulation.schedule.Footprint;
import io.polybloom.simulation.schedule.Possibilities;
import io.polybloom.simulation.schedule.Resources;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the events that are possible at a point of a run, with their footprints. */
final class Possible {

    /** The commands all of whose arguments are keys. */
    private static final Set<String> OF_KEYS = Set.of("BITOP", "RENAMENX", "COPY", "UNLINK", "DEL", "PFMERGE");

    private static final Event REST = new Event(EventKind.REST, Event.NOBODY, 0, 0, Footprint.ALL);

    /** To the new primary and once back. */
    private static final int MOST_REDIRECTIONS = 2;

    private final World world;
    private final List<SimulatedServer> servers;
    private final List<Actor> actors;
    private final List<HeldBack> held;
    private final Set<String> shared;
    private final Clients clients;
    private final boolean timePasses;
    private final boolean ordersHistory;
    private final Map<Integer, Integer> redirections = new HashMap<>();
    private final Map<EventKind, Integer> happened = new EnumMap<>(EventKind.class);
    private Resources resources = new Resources();
    private int faults;

    Possible(World world, Scene scene, Set<String> shared) {
        this.world = world;
        this.servers = scene.servers();
        this.actors = scene.actors();
        this.held = scene.held();
        this.clients = scene.clients();
        this.shared = shared;
        this.timePasses =
                world.faults().may(EventKind.TICK) || world.faults().may(EventKind.SHIFT) || world.passesTime();
        this.ordersHistory = world.ordersHistory();
    }

    /**
     * Returns the events that are possible now.
     *
     * @param current the place of the actor of the last event
     * @param asked is told when all of them are asked for
     */
    Possibilities after(int current, Runnable asked) {
        return new Possibilities() {
            @Override
            public List<Event> all(Resources numbers) {
                asked.run();
                resources = numbers;
                return events(current);
            }

            @Override
            public Event first(Resources numbers) {
                resources = numbers;
                return firstEvent(current);
            }
        };
    }

    void note(Event event) {
        if (event.kind().isFault()) {
            faults++;
            happened.merge(event.kind(), 1, Integer::sum);
        }
        if (event.kind() == EventKind.REDIRECT) {
            redirections.merge(event.actor(), 1, Integer::sum);
        }
    }

    /** The events of the actors, beginning with the actor of the last event, and then the possible failures. */
    private List<Event> events(int current) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < actors.size(); i++) {
            Actor actor = actors.get((current + i) % actors.size());
            int before = events.size();
            addSteps(actor, events);
            if (events.size() > before && events.get(before).footprint().equals(Footprint.NONE)) {
                // Concerns nobody else: there is no need to try another order.
                List<Event> only = new ArrayList<>(List.of(events.get(before)));
                addFaults(actor, only);
                return only;
            }
        }
        for (int i = 0; i < held.size(); i++) {
            events.add(arrival(i));
        }
        if (events.isEmpty()) {
            events.add(REST);
        }
        actors.forEach(actor -> addFaults(actor, events));
        addIncidents(events);
        return events;
    }

    /** The first of the events, without a search for the others. */
    private Event firstEvent(int current) {
        Event first = null;
        List<Event> steps = new ArrayList<>();
        for (int i = 0; i < actors.size(); i++) {
            addSteps(actors.get((current + i) % actors.size()), steps);
            if (!steps.isEmpty() && steps.get(0).footprint().equals(Footprint.NONE)) {
                return steps.get(0);
            }
            first = first == null && !steps.isEmpty() ? steps.get(0) : first;
            if (first != null && (timePasses || ordersHistory)) {
                return first;
            }
            steps.clear();
        }
        return first != null ? first : held.isEmpty() ? REST : arrival(0);
    }

    private Event arrival(int index) {
        HeldBack late = held.get(index);
        return new Event(EventKind.ARRIVE, Event.NOBODY, index, late.executed(), footprint(late.server(), late.next()));
    }

    private void addSteps(Actor actor, List<Event> events) {
        Operation next = actor.next();
        if (next != null) {
            addRedirections(actor, true, events);
            events.add(new Event(EventKind.START, actor.index(), 0, 0, ofEngine(actor, next)));
        }
        Call call = actor.call();
        for (Sent sent : actor.sent()) {
            if (call != null && actor.mayDeliver(sent)) {
                Footprint footprint = ofEngine(actor, call.operation());
                events.add(new Event(EventKind.DELIVER, actor.index(), sent.number(), 0, footprint));
            } else if (actor.mayExecute(sent)) {
                Footprint footprint = footprint(sent.batch().server(), sent.nextToExecute());
                events.add(new Event(EventKind.EXECUTE, actor.index(), sent.number(), sent.executed(), footprint));
            }
        }
        addRedirections(actor, false, events);
    }

    /**
     * A client follows a failover, and is misled at most once after that. It has heard of the failover before its next
     * call, unless the schedule deviates.
     */
    private void addRedirections(Actor actor, boolean isBeforeACall, List<Event> events) {
        int before = redirections.getOrDefault(actor.index(), 0);
        if (actor.isOver() || before == MOST_REDIRECTIONS) {
            return;
        }
        for (int server = 0; server < servers.size(); server++) {
            SimulatedServer target = servers.get(server);
            boolean isExpected = actor.next() != null && target.isAstray(actor.index());
            if (target.hasOldPrimary() && isExpected == isBeforeACall) {
                Footprint footprint = resources.write("connections of " + actor.index());
                events.add(new Event(EventKind.REDIRECT, actor.index(), server, before, footprint));
            }
        }
    }

    private void addFaults(Actor actor, List<Event> events) {
        for (Sent sent : actor.sent()) {
            boolean isAnswered = sent.isAnswered();
            if (isAnswered ? actor.mayDeliver(sent) : actor.mayExecute(sent)) {
                Footprint touched =
                        isAnswered ? Footprint.NONE : footprint(sent.batch().server(), sent.nextToExecute());
                if (allows(EventKind.CUT) && !isAnswered) {
                    events.add(new Event(EventKind.CUT, actor.index(), sent.number(), 0, touched));
                }
                if (allows(EventKind.CUT) && sent.executed() > 0) {
                    events.add(new Event(EventKind.CUT, actor.index(), sent.number(), 1, touched));
                }
                if (allows(EventKind.REFUSE) && !isAnswered && sent.batch().isGroup()) {
                    events.add(new Event(EventKind.REFUSE, actor.index(), sent.number(), 0, touched));
                }
                if (allows(EventKind.LAG) && !isAnswered && isWaitingForReplica(sent)) {
                    events.add(new Event(EventKind.LAG, actor.index(), sent.number(), 0, touched));
                }
                if (allows(EventKind.HOLD) && !isAnswered) {
                    events.add(new Event(EventKind.HOLD, actor.index(), sent.number(), 0, touched));
                }
            }
        }
        boolean isAboutToExecute = actor.sent().stream().anyMatch(actor::mayExecute);
        if (allows(EventKind.DIE) && isAboutToExecute) {
            events.add(new Event(EventKind.DIE, actor.index(), 0, 0, Footprint.ALL));
        }
        addShifts(actor, events);
    }

    /** Only what a client does next can show that its clock was set, not what a server does. */
    private void addShifts(Actor actor, List<Event> events) {
        boolean isAboutToAct = actor.next() != null || actor.sent().stream().anyMatch(actor::mayDeliver);
        if (allows(EventKind.CLIENT_SHIFT) && isAboutToAct) {
            Footprint footprint = resources.write(clients.clockOf(actor.index()));
            for (int i = 0; i < world.faults().clientShifts().size(); i++) {
                events.add(new Event(EventKind.CLIENT_SHIFT, actor.index(), 0, i, footprint));
            }
        }
    }

    private boolean isWaitingForReplica(Sent sent) {
        return (sent.next().verb() == Verb.WAIT || sent.next().verb() == Verb.WAITAOF)
                && servers.get(sent.batch().server()).unreplicated() > 0;
    }

    private void addIncidents(List<Event> events) {
        if (allows(EventKind.EVICT)) {
            for (int server = 0; server < servers.size(); server++) {
                for (String key : servers.get(server).keys().keys()) {
                    Footprint footprint = resources.write(server + key);
                    events.add(new Event(EventKind.EVICT, Event.NOBODY, server, 0, footprint).about(key));
                }
            }
        }
        if (allows(EventKind.TICK)) {
            for (int i = 0; i < world.faults().ticks().size(); i++) {
                events.add(new Event(EventKind.TICK, Event.NOBODY, i, 0, resources.write(Resources.CLOCK)));
            }
        }
        for (int server = 0; server < servers.size() && allows(EventKind.SHIFT); server++) {
            for (int i = 0; i < world.faults().shifts().size(); i++) {
                events.add(new Event(EventKind.SHIFT, Event.NOBODY, server, i, resources.write(Resources.CLOCK)));
            }
        }
        if (allows(EventKind.FORGET)) {
            events.add(new Event(EventKind.FORGET, Event.NOBODY, 0, 0, resources.write(Resources.KEYS)));
        }
        for (int server = 0; server < servers.size() && allows(EventKind.DEMOTE); server++) {
            for (OldPrimary fate : world.faults().fates()) {
                for (int lost = 0; lost <= servers.get(server).unreplicated(); lost++) {
                    events.add(
                            new Event(EventKind.DEMOTE, Event.NOBODY, server, lost, Footprint.ALL).about(fate.name()));
                }
            }
        }
        for (int server = 0; server < servers.size() && allows(EventKind.AIL); server++) {
            boolean isWell = servers.get(server).ailment() == Ailment.NONE;
            for (Ailment ailment : isWell ? world.faults().ailments() : List.of(Ailment.NONE)) {
                events.add(new Event(EventKind.AIL, Event.NOBODY, server, 0, Footprint.ALL).about(ailment.name()));
            }
        }
        if (allows(EventKind.FAIL_OVER)) {
            for (int lost = 1; lost <= servers.get(0).unreplicated(); lost++) {
                events.add(new Event(EventKind.FAIL_OVER, Event.NOBODY, 0, lost, Footprint.ALL));
            }
        }
    }

    private boolean allows(EventKind kind) {
        return faults < world.faults().total()
                && happened.getOrDefault(kind, 0) < world.faults().most().getOrDefault(kind, 0);
    }

    /** The engine reads and changes the filter object, and asks for the time. */
    private Footprint ofEngine(Actor actor, Operation operation) {
        if (operation.kind() == OperationKind.PASS) {
            return Footprint.ALL;
        }
        Footprint footprint = Footprint.NONE;
        if (shared.contains(operation.object())) {
            footprint = footprint.and(resources.write("object " + operation.object()));
        }
        if (timePasses) {
            footprint = footprint.and(resources.read(Resources.CLOCK));
        }
        if (world.faults().may(EventKind.CLIENT_SHIFT) && clients.hasOthers(actor.index())) {
            footprint = footprint.and(resources.read(clients.clockOf(actor.index())));
        }
        return ordersHistory ? footprint.and(resources.write(Resources.HISTORY)) : footprint;
    }

    private Footprint footprint(int server, List<Command> commands) {
        Footprint footprint = Footprint.NONE;
        for (Command command : commands) {
            footprint = footprint.and(footprint(server, command));
        }
        return footprint;
    }

    private Footprint footprint(int server, Command command) {
        if (world.replication().lag() > 0) {
            return Footprint.ALL;
        }
        Footprint footprint = ofKey(server, command.key(), command.isWrite());
        if (world.faults().may(EventKind.FORGET)) {
            footprint = footprint.and(resources.read(Resources.KEYS));
        }
        if (OF_KEYS.contains(command.verb().name())) {
            for (byte[] key : command.arguments()) {
                footprint = footprint.and(ofKey(server, key, true));
            }
        }
        return timePasses ? footprint.and(resources.read(Resources.CLOCK)) : footprint;
    }

    private Footprint ofKey(int server, byte[] key, boolean writes) {
        String resource = server + new String(key, StandardCharsets.ISO_8859_1);
        return writes ? resources.write(resource) : resources.read(resource);
    }
}
