package io.polybloom.simulation.world;

import io.polybloom.simulation.actor.Authors;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.Sent;
import io.polybloom.simulation.redis.Session;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.spi.Command;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Commands that are still on their way along a connection whose caller has given them up. */
final class HeldBack {

    private final Deque<List<Command>> rest = new ArrayDeque<>();
    private final Call call;
    private final int server;
    private int executed;

    HeldBack(Call call, List<Sent> batches) {
        this.call = call;
        server = batches.get(0).batch().server();
        for (Sent batch : batches) {
            List<Command> commands = batch.batch().commands();
            if (batch.batch().isGroup()) {
                rest.add(commands);
            } else {
                commands.subList(batch.executed(), commands.size()).forEach(each -> rest.add(List.of(each)));
            }
        }
    }

    int server() {
        return server;
    }

    int executed() {
        return executed;
    }

    /** The next command, or all of a group. */
    List<Command> next() {
        return rest.element();
    }

    boolean isOver() {
        return rest.isEmpty();
    }

    void execute(SimulatedServer target, Authors authors, Distortion distortion) {
        Session session = new Session(target);
        List<Command> commands = rest.remove();
        target.execute(commands.size() > 1, () -> {
            for (Command command : commands) {
                authors.execute(
                        server,
                        target.keys(),
                        command,
                        call,
                        true,
                        () -> distortion.execute(command, call, session::execute));
            }
        });
        executed++;
    }
}
