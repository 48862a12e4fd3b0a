package io.polybloom.simulation.actor;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.function.Function;

/** Makes an engine wrong on purpose: it stands between the engine and the server, and the judge must notice. */
@FunctionalInterface
public interface Distortion {

    /** The engine as it is. */
    Distortion NONE = (command, caller, server) -> server.apply(command);

    /** Executes a command of a call, in another way than the engine meant it. */
    Reply execute(Command command, Call caller, Function<Command, Reply> server);

    /** Returns whether the engine measures time by the wall clock of its client, which somebody may set. */
    default boolean goesByTheWallClock() {
        return false;
    }
}
