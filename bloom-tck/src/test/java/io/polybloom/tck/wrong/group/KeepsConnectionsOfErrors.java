package io.polybloom.tck.wrong.group;

import io.polybloom.spi.Reply;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.wrong.backend.Breaks;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Does not use a connection again on which an error has come, and does not close it either. */
@Breaks(Rule.SERVER_ERRORS)
public final class KeepsConnectionsOfErrors extends PlainTransport {

    private final Queue<RespClient> kept = new ConcurrentLinkedQueue<>();

    public KeepsConnectionsOfErrors(URI address, Duration timeout) {
        super(address, timeout);
    }

    @Override
    void giveBack(RespClient client, List<Reply> replies) {
        if (replies.stream().anyMatch(Reply.Failure.class::isInstance)) {
            kept.add(client);
        } else {
            super.giveBack(client, replies);
        }
    }

    @Override
    public void close() {
        super.close();
        kept.forEach(RespClient::close);
    }
}
