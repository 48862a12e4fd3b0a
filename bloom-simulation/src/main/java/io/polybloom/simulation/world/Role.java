package io.polybloom.simulation.world;

import io.polybloom.simulation.actor.Connection;
import io.polybloom.simulation.actor.Operation;
import java.time.Duration;
import java.util.List;

/**
 * An actor of a world.
 *
 * @param name its name in the journal
 * @param connection the way in which it sends
 * @param script its calls, one after the other
 * @param ahead the time by which its clock is ahead of the servers'
 * @param mayWrite whether its user has the right to write
 */
public record Role(String name, Connection connection, List<Operation> script, Duration ahead, boolean mayWrite) {

    /** An actor whose connection keeps order. */
    public static Role of(String name, Operation... script) {
        return new Role(name, Connection.ORDERED, List.of(script), Duration.ZERO, true);
    }

    /** The same actor with another connection. */
    public Role over(Connection other) {
        return new Role(name, other, script, ahead, mayWrite);
    }

    /** The same actor on a machine whose clock is ahead. */
    public Role ahead(Duration by) {
        return new Role(name, connection, script, by, mayWrite);
    }

    /** The same actor with a user who has no right to write. */
    public Role reading() {
        return new Role(name, connection, script, ahead, false);
    }
}
