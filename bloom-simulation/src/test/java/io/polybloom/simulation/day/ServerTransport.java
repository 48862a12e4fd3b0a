package io.polybloom.simulation.day;

import io.polybloom.simulation.redis.Session;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.List;

/** The path to one simulated server, without faults. Each batch takes some time, so slices end within calls, too. */
record ServerTransport(SimulatedServer server, SimulatedClock clock, long millisOfABatch)
        implements Transport<InFlight> {

    @Override
    public InFlight send(Batch batch) {
        clock.advance(millisOfABatch);
        Session session = new Session(server);
        List<Reply> replies = new ArrayList<>(batch.size());
        for (Command command : batch.commands()) {
            replies.add(session.execute(command));
        }
        return () -> replies;
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public boolean redirects() {
        return true;
    }
}
