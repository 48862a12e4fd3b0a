package io.polybloom.simulation.world;

import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.redis.Replication;
import io.polybloom.simulation.redis.ServerVersion;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.step.WholePartitions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

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
 * @param clock the time of the world, also of its near caches; every run begins at the same instant
 * @param whole where clients take partitions as a whole
 * @param distortion the mistake of the engine
 * @param allowances the violations that are allowed
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
        SimulatedClock clock,
        WholePartitions whole,
        Distortion distortion,
        Set<Allowance> allowances) {

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
                new SimulatedClock(),
                WholePartitions.TO_READ,
                Distortion.NONE,
                EnumSet.allOf(Allowance.class));
    }

    /** The same world under another name. */
    public World named(String other) {
        return new World(
                other,
                servers,
                replication,
                before,
                roles,
                faults,
                after,
                nearCached,
                clock,
                whole,
                distortion,
                allowances);
    }

    /** The same world with faults. */
    public World with(Faults other) {
        return new World(
                name,
                servers,
                replication,
                before,
                roles,
                other,
                after,
                nearCached,
                clock,
                whole,
                distortion,
                allowances);
    }

    /** The same world with that number of independent servers. */
    public World on(int count) {
        return new World(
                name,
                count,
                replication,
                before,
                roles,
                faults,
                after,
                nearCached,
                clock,
                whole,
                distortion,
                allowances);
    }

    /** The same world with a replica that may be behind by that number of writes. */
    public World lagging(int writes) {
        return with(replication.lagging(writes));
    }

    /** The same world on servers of another version. */
    public World on(ServerVersion version) {
        return with(replication.of(version));
    }

    private World with(Replication other) {
        return new World(
                name, servers, other, before, roles, faults, after, nearCached, clock, whole, distortion, allowances);
    }

    /** The same world where these objects have a near cache, which goes by that clock. */
    public World nearCached(SimulatedClock time, String... objects) {
        return new World(
                name,
                servers,
                replication,
                before,
                roles,
                faults,
                after,
                Set.of(objects),
                time,
                whole,
                distortion,
                allowances);
    }

    /** The same world whose clients take partitions as a whole elsewhere. */
    public World taking(WholePartitions other) {
        return new World(
                name,
                servers,
                replication,
                before,
                roles,
                faults,
                after,
                nearCached,
                clock,
                other,
                distortion,
                allowances);
    }

    /** The same world by a clock of its own. */
    public World timedBy(SimulatedClock time) {
        return new World(
                name,
                servers,
                replication,
                before,
                roles,
                faults,
                after,
                nearCached,
                time,
                whole,
                distortion,
                allowances);
    }

    /** The same world with an engine that is wrong. */
    public World with(Distortion mistake) {
        return new World(
                name,
                servers,
                replication,
                before,
                roles,
                faults,
                after,
                nearCached,
                clock,
                whole,
                mistake,
                allowances);
    }

    /** The same world without an allowance. */
    public World without(Allowance allowance) {
        Set<Allowance> fewer = EnumSet.copyOf(allowances);
        fewer.remove(allowance);
        return new World(
                name, servers, replication, before, roles, faults, after, nearCached, clock, whole, distortion, fewer);
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
}
