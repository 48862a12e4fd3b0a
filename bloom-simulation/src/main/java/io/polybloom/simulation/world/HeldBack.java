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
    private final Session session;
    private final int since;
    private int executed;

    HeldBack(Call call, List<Sent> batches) {
        this.call = call;
        server = batches.get(0).batch().server();
        session = batches.get(0).session();
        since = batches.get(0).since();
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

    /** A connection may still lead to an old primary. */
    void execute(SimulatedServer target, Authors authors, Distortion distortion) {
        List<Command> commands = rest.remove();
        boolean isGroup = commands.size() > 1;
        executed++;
        if (isGroup && session.refusal(commands) != null) {
            return;
        }
        if (session.losesWrites()) {
            call.noteLostWrites();
        }
        target.execute(isGroup, session, () -> {
            for (Command command : commands) {
                call.noteExecution(command);
                authors.execute(
                        server,
                        session,
                        command,
                        call,
                        true,
                        since,
                        () -> distortion.execute(command, call, session::execute));
            }
        });
    }
}
