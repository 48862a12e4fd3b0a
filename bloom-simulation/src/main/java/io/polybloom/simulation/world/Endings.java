package io.polybloom.simulation.world;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.actor.Actor;
import io.polybloom.simulation.actor.Authors.Effect;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.actor.Stage;
import io.polybloom.simulation.judge.Incident;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.simulation.state.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the runs of a world have ended. The engine is deterministic: when no call is in progress and no schedule deviates
 * any more, the servers, the clocks, the filter objects and what the actors have still to do determine what happens
 * from then on. So a run that comes to where another one has been goes on with the same calls, and they are not made
 * again. The history of every run, with these calls, is judged nevertheless.
 */
final class Endings {

    /** The kinds of operations that depend on the calls before, or move the clock. */
    private static final Set<OperationKind> DEPENDS_ON_MORE = Set.of(OperationKind.REBUILD, OperationKind.PASS);

    /** What happened from one time until another. */
    record Part(int from, int until, List<Call> calls, List<Incident> incidents, List<Effect> effects) {}

    /**
     * An ending.
     *
     * @param course until all was at rest
     * @param atRest the keys of each server then
     * @param audit the calls after that
     * @param stored numbers for what the servers hold after these
     */
    record Ending(Part course, List<Keyspace> atRest, Part audit, List<Long> stored) {}

    /** Where a run was, and how long its history was. */
    private record Point(long state, Mark mark) {}

    /** The length of the history of a run. */
    record Mark(int time, int calls, int incidents, int effects) {

        static Mark of(Scene scene) {
            Stage stage = scene.stage();
            return new Mark(
                    stage.time(),
                    stage.history().size(),
                    scene.incidents().size(),
                    stage.authors().effects().size());
        }

        private Part until(Mark end, Scene scene) {
            return new Part(
                    time,
                    end.time,
                    List.copyOf(scene.stage().history().subList(calls, end.calls)),
                    List.copyOf(scene.incidents().subList(incidents, end.incidents)),
                    List.copyOf(scene.stage().authors().effects().subList(effects, end.effects)));
        }
    }

    private final World world;
    private final boolean areKept;
    private final Map<Long, Ending> known = new HashMap<>();

    /** The points of the present run at which the ending was not known. */
    private final List<Point> passed = new ArrayList<>();

    /**
     * Prepares to learn the endings of a world.
     *
     * @param areRead whether somebody reads what happens, so that everything has to happen
     */
    Endings(World world, boolean areRead) {
        this.world = world;
        // The last writes, which a replica lacks, are a history of their own.
        this.areKept = !areRead
                && world.replication().lag() == 0
                && world.after().stream().noneMatch(operation -> operation.kind() == OperationKind.REBUILD);
    }

    /** Begins with another run. */
    void begin() {
        passed.clear();
    }

    /**
     * Returns how a run goes on, if another one was where it is now.
     *
     * @param current the place of the actor of the last event
     * @param isAtRest whether all actors have finished
     */
    @Nullable
    Ending at(Scene scene, int current, boolean isAtRest) {
        if (!areKept || !isBetweenCalls(scene) || scene.servers().stream().anyMatch(SimulatedServer::hasOldPrimary)) {
            return null;
        }
        long state = state(scene, current, isAtRest);
        Ending ending = known.get(state);
        if (ending == null) {
            passed.add(new Point(state, Mark.of(scene)));
        }
        return ending;
    }

    private boolean isBetweenCalls(Scene scene) {
        return scene.held().isEmpty()
                && scene.actors().stream()
                        .allMatch(actor ->
                                actor.call() == null && actor.toCome().stream().noneMatch(Endings::dependsOnMore));
    }

    private static boolean dependsOnMore(Operation operation) {
        return DEPENDS_ON_MORE.contains(operation.kind());
    }

    private long state(Scene scene, int current, boolean isAtRest) {
        Stage stage = scene.stage();
        List<Object> now = new ArrayList<>(List.of(isAtRest, world.clock().millis()));
        for (int i = 0; i < world.servers(); i++) {
            now.add(world.clock().ofServer(i).millis());
            now.add(scene.servers().get(i).keys());
        }
        if (!isAtRest) {
            now.add(current);
            now.add(stage.ofActors());
            scene.servers().forEach(server -> now.add(server.ailment()));
            for (Actor actor : scene.actors()) {
                now.add(List.of(
                        actor.isOver(), actor.hasFailed(), actor.toCome().size()));
            }
        }
        return Fingerprint.of(List.of(stage, world.clock()), now, stage.ofClients(), world.distortion());
    }

    /** Returns whether the ending of this run is to be remembered. */
    boolean areAwaited() {
        return !passed.isEmpty();
    }

    /** Remembers how a run has ended, for the points that it has passed. */
    void note(Scene scene, Mark rest, List<Keyspace> atRest, List<Long> stored) {
        Mark end = Mark.of(scene);
        Part audit = rest.until(end, scene);
        for (Point point : passed) {
            known.put(point.state(), new Ending(point.mark().until(rest, scene), atRest, audit, stored));
        }
    }

    /** Repeats in this run what has happened in another one. */
    static void repeat(Part part, Scene scene) {
        Stage stage = scene.stage();
        int by = stage.time() - part.from();
        Map<Call, Call> calls = new IdentityHashMap<>();
        for (Call call : part.calls()) {
            Call moved = call.movedBy(by);
            calls.put(call, moved);
            stage.history().add(moved);
        }
        part.incidents().forEach(incident -> scene.incidents().add(incident.movedBy(by)));
        stage.authors().repeat(part.effects(), calls, by);
        stage.passTime(part.until() - part.from());
    }
}
