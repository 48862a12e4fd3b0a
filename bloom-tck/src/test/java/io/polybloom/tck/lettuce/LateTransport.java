package io.polybloom.tck.lettuce;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects when it sends for the first time, so that a server that cannot be reached is a failure of the operation. */
final class LateTransport implements Transport<InFlight> {

    /**
     * The messages that Lettuce sometimes gives instead of the reason if a handshake fails very fast. Nothing of ours
     * has been sent then, so connecting once more is harmless.
     */
    private static final Set<String> LOST_REASONS =
            Set.of("RedisHandshakeHandler not registered", "Connection closed prematurely");

    private static final int ATTEMPTS = 5;

    private final Supplier<? extends Transport<InFlight>> connecting;
    private final boolean isCluster;
    private final boolean joinsSlots;
    private @Nullable Transport<InFlight> connected;

    LateTransport(Supplier<? extends Transport<InFlight>> connecting, boolean isCluster) {
        this(connecting, isCluster, true);
    }

    private LateTransport(Supplier<? extends Transport<InFlight>> connecting, boolean isCluster, boolean joinsSlots) {
        this.isCluster = isCluster;
        this.joinsSlots = joinsSlots;
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

    @Override
    public boolean joinsSlots() {
        return joinsSlots;
    }

    @Override
    public boolean redirects() {
        return isCluster;
    }

    /** It may turn out to be a cluster, so no batch is for several slots. */
    @Override
    public Transport<InFlight> acknowledging() {
        return new LateTransport(() -> connected().acknowledging(), isCluster, false);
    }

    private synchronized Transport<InFlight> connected() {
        if (connected == null) {
            connected = connect();
        }
        return connected;
    }

    private Transport<InFlight> connect() {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return connecting.get();
            } catch (RedisConnectionException failure) {
                Throwable cause = failure.getCause();
                if (cause == null || !LOST_REASONS.contains(String.valueOf(cause.getMessage()))) {
                    throw failure;
                }
            }
        }
        return connecting.get();
    }
}
