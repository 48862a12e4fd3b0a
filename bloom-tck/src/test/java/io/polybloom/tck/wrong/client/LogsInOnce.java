package io.polybloom.tck.wrong.client;

import io.polybloom.BloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.ChangedLettuce;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Sends the password on the first connection only: after a lost one it uses another without it. */
@Breaks(Rule.CUT_REPLY_IS_NO_ANSWER)
public final class LogsInOnce implements Connector {

    private static final class Reconnecting extends ChangedTransport {
        private final Transport<InFlight> next;
        private volatile boolean isLost;

        Reconnecting(Transport<InFlight> first, Transport<InFlight> next) {
            super(first);
            this.next = next;
        }

        @Override
        public InFlight send(Batch batch) {
            if (isLost) {
                return next.send(batch);
            }
            InFlight inFlight = super.send(batch);
            return () -> {
                List<Reply> replies = inFlight.await();
                isLost |= replies.stream().anyMatch(Words::isUnanswered);
                return replies;
            };
        }
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        List<String> uris = target.uris().stream()
                .map(uri -> uri.replaceFirst("//.*@", "//"))
                .toList();
        AtomicReference<Transport<InFlight>> next = new AtomicReference<>();
        Connection second = new ChangedLettuce(transport -> {
                    next.set(transport);
                    return transport;
                })
                .connect(new Target(target.kind(), uris), timeout);
        Connection first =
                new ChangedLettuce(transport -> new Reconnecting(transport, next.get())).connect(target, timeout);
        return new Connection() {
            @Override
            public BloomFilters filters() {
                return first.filters();
            }

            @Override
            public void close() {
                first.close();
                second.close();
            }
        };
    }
}
