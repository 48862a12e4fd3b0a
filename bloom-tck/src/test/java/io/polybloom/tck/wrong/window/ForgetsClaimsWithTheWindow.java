package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Hands back no claims once some time has passed, such as from keys that expire with the slices. */
@Breaks(Rule.CLAIMS_OUTLIVE_SLICES)
public final class ForgetsClaimsWithTheWindow extends ChangedTransport {

    private static final long WINDOW_SECONDS = 12 * 3600;

    private final AtomicLong first = new AtomicLong();
    private volatile boolean isLater;

    public ForgetsClaimsWithTheWindow(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        if (command.verb() == Verb.TIME
                && reply instanceof Reply.Many told
                && told.elements().get(0) instanceof Reply.Bytes seconds) {
            long now = Long.parseLong(new String(seconds.value(), StandardCharsets.US_ASCII));
            first.compareAndSet(0, now);
            isLater = now - first.get() > WINDOW_SECONDS;
        }
        return command.verb() == Verb.ZRANGEBYLEX && isLater ? new Reply.Many(List.of()) : reply;
    }
}
