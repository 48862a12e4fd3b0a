package io.polybloom.tck.wrong.group;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Takes a batch that was not written to its end for one of which the server has executed nothing. */
@Breaks(Rule.SERVER_FILTER_IN_DOUBT)
public final class RepeatsFailedWrites extends PlainTransport {

    public RepeatsFailedWrites(URI address, Duration timeout) {
        super(address, timeout);
    }

    @Override
    List<Reply> unwritten(Batch batch, UncheckedIOException broken) {
        return send(batch).await();
    }
}
