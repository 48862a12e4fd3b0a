package io.polybloom.tck.wrong.client;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Takes every server for one of a cluster, which redirects what it is not the primary of. */
@Breaks({Rule.DEMOTED_PRIMARY, Rule.MIRROR_IS_NOT_STALE, Rule.HOST_WITHOUT_WAIT})
public final class TrustsEveryServer extends ChangedTransport {

    public TrustsEveryServer(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public boolean redirects() {
        return true;
    }
}
