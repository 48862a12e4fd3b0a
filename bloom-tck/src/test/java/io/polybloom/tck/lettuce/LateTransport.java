package io.polybloom.tck.lettuce;

import io.lettuce.core.RedisException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects when it sends for the first time, so that a server that cannot be reached is a failure of the operation. */
final class LateTransport implements Transport<InFlight> {

    private final Supplier<? extends Transport<InFlight>> connecting;
    private @Nullable Transport<InFlight> connected;

    LateTransport(Supplier<? extends Transport<InFlight>> connecting) {
        this.connecting = connecting;
    }

    @Override
    public InFlight send(Batch batch) {
        Transport<InFlight> transport;
        try {
            transport = connected();
        } catch (RedisException unreachable) {
            List<Reply> replies = Collections.nCopies(batch.commands().size(), Reply.Failure.notSent(unreachable));
            return () -> replies;
        }
        return transport.send(batch);
    }

    private synchronized Transport<InFlight> connected() {
        if (connected == null) {
            connected = connecting.get();
        }
        return connected;
    }
}
