package io.polybloom.simulation.world;

import io.polybloom.simulation.actor.Connection;
import io.polybloom.simulation.actor.Operation;
import java.time.Duration;
import java.util.List;

/**
 * An actor of a world.
 *
 * @param name what the journal calls it
 * @param connection how it sends
 * @param script what it calls, one after the other
 * @param ahead by how much its clock is ahead of the servers'
 */
public record Role(String name, Connection connection, List<Operation> script, Duration ahead) {

    /** An actor whose connection keeps order. */
    public static Role of(String name, Operation... script) {
        return new Role(name, Connection.ORDERED, List.of(script), Duration.ZERO);
    }

    /** The same actor with another connection. */
    public Role over(Connection other) {
        return new Role(name, other, script, ahead);
    }

    /** The same actor on a machine whose clock is ahead. */
    public Role ahead(Duration by) {
        return new Role(name, connection, script, by);
    }
}
