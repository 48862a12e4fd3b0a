package io.polybloom.simulation.world;

import io.polybloom.FilterOptions;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.judge.Excuse;
import io.polybloom.simulation.judge.Violation;
import io.polybloom.simulation.redis.Replication;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.step.WholePartitions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A small world to be explored.
 *
 * @param name its name in reports
 * @param servers the number of independent servers
 * @param replication what the servers are, and by how much a replica may be behind
 * @param before the first calls, in order and without faults
 * @param roles the actors after that, all at once
 * @param faults the possible faults meanwhile
 * @param after the calls at the end, in order and without faults
 * @param nearCached the objects with a near cache
 * @param callsWait whether single calls of an object wait as soon as one of them is in progress; on one server only
 * @param clock the time of the world, also of its near caches; every run begins at the same instant
 * @param whole where clients take partitions as a whole
 * @param distortion the mistake of the engine
 * @param allowances the violations that are allowed
 * @param keepsAnswers whether a failover must not make the answer to a write wrong, whatever is allowed
 */
public record World(
        String name,
        int servers,
        Replication replication,
        List<Operation> before,
        List<Role> roles,
        Faults faults,
        List<Operation> after,
        Set<String> nearCached,
        boolean callsWait,
        SimulatedClock clock,
        WholePartitions whole,
        Distortion distortion,
        Set<Allowance> allowances,
        boolean keepsAnswers) {

    /** A world on one server without a replica and without faults. */
    public static World of(String name, List<Operation> before, List<Role> roles, List<Operation> after) {
        return new World(
                name,
                1,
                Replication.NONE,
                before,
                roles,
                Faults.NONE,
                after,
                Set.of(),
                false,
                new SimulatedClock(),
                WholePartitions.TO_READ,
                Distortion.NONE,
                EnumSet.allOf(Allowance.class),
                false);
    }

    /** The same world under another name. */
    public World named(String other) {
        return changed(draft -> draft.name = other);
    }

    /** The same world with faults. */
    public World with(Faults other) {
        return changed(draft -> draft.faults = other);
    }

    /** The same world with that number of independent servers. */
    public World on(int count) {
        return changed(draft -> draft.servers = count);
    }

    /** The same world with a replica that may be behind by that number of writes. */
    public World lagging(int writes) {
        return changed(draft -> draft.replication = replication.lagging(writes));
    }

    /** The same world on servers of another version. */
    public World on(ServerVersion version) {
        return changed(draft -> draft.replication = replication.of(version));
    }

    /** The same world where these objects have a near cache, which goes by that clock. */
    public World nearCached(SimulatedClock time, String... objects) {
        return changed(draft -> {
            draft.nearCached = Set.of(objects);
            draft.clock = time;
        });
    }

    /** The same world where single calls of an object wait as soon as one of them is in progress. */
    public World lettingCallsWait() {
        return changed(draft -> draft.callsWait = true);
    }

    /** The same world whose objects without a near cache may ask replicas, none of which is behind. */
    public World readingFromReplicas() {
        return opening(object -> !nearCached.contains(object), FilterOptions::readFromReplicas);
    }

    /** Whether there are objects that may ask replicas. */
    public boolean asksReplicas() {
        return before.stream().map(Operation::options).anyMatch(FilterOptions::readsFromReplicas);
    }

    /** The same world whose objects wait for that number of replicas. */
    public World acknowledgedBy(int replicas) {
        return opening(object -> true, options -> options.acknowledgedBy(replicas, Duration.ofSeconds(1)));
    }

    private World opening(Predicate<String> objects, UnaryOperator<FilterOptions> change) {
        return changed(draft -> draft.before = before.stream()
                .map(operation -> objects.test(operation.object()) ? operation.withOptions(change) : operation)
                .toList());
    }

    /** The same world whose clients take partitions as a whole elsewhere. */
    public World taking(WholePartitions other) {
        return changed(draft -> draft.whole = other);
    }

    /** The same world by a clock of its own. */
    public World timedBy(SimulatedClock time) {
        return changed(draft -> draft.clock = time);
    }

    /** The same world with an engine that is wrong. */
    public World with(Distortion mistake) {
        return changed(draft -> draft.distortion = mistake);
    }

    /** The same world without an allowance. */
    public World without(Allowance allowance) {
        Set<Allowance> fewer = EnumSet.copyOf(allowances);
        fewer.remove(allowance);
        return changed(draft -> draft.allowances = fewer);
    }

    /**
     * The same world, where a failover may leave keys behind, but must not make the answer to a write wrong. What a
     * look-up has found before the failover may be lost, since look-ups wait for no replica.
     */
    public World keepingAnswers() {
        return changed(draft -> draft.keepsAnswers = true);
    }

    /** Whether the world allows a violation. */
    boolean allows(Violation violation) {
        Excuse excuse = violation.excuse();
        boolean isExcused = excuse != null && allowances.contains(excuse.allowance());
        return isExcused && !(keepsAnswers && violation.kind() == Violation.Kind.WRONG_ANSWER);
    }

    private World changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.world();
    }

    /** Whether an actor lets time pass. */
    boolean passesTime() {
        return roles.stream()
                .anyMatch(role -> role.script().stream().anyMatch(operation -> operation.kind() == OperationKind.PASS));
    }

    /** Whether it matters to the verdict which of two actors was first. */
    boolean ordersHistory() {
        return roles.stream().anyMatch(role -> role.script().size() > 1);
    }

    /** What may differ from one world to a similar one. */
    private static final class Draft {

        private final World like;
        private String name;
        private int servers;
        private Replication replication;
        private List<Operation> before;
        private Faults faults;
        private Set<String> nearCached;
        private boolean callsWait;
        private SimulatedClock clock;
        private WholePartitions whole;
        private Distortion distortion;
        private Set<Allowance> allowances;
        private boolean keepsAnswers;

        private Draft(World like) {
            this.like = like;
            this.name = like.name;
            this.servers = like.servers;
            this.replication = like.replication;
            this.before = like.before;
            this.faults = like.faults;
            this.nearCached = like.nearCached;
            this.callsWait = like.callsWait;
            this.clock = like.clock;
            this.whole = like.whole;
            this.distortion = like.distortion;
            this.allowances = like.allowances;
            this.keepsAnswers = like.keepsAnswers;
        }

        private World world() {
            return new World(
                    name,
                    servers,
                    replication,
                    before,
                    like.roles,
                    faults,
                    like.after,
                    nearCached,
                    callsWait,
                    clock,
                    whole,
                    distortion,
                    allowances,
                    keepsAnswers);
        }
    }
}
