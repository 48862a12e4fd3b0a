package io.polybloom.tck.wrong.command;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.WaitsInVain;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Sends nothing more before it has the replies to its last batch. */
@Breaks(Rule.LAYERS_IN_ONE_ROUND_TRIP)
@WaitsInVain
public final class AsksOneLayerAtATime extends ChangedTransport {

    public AsksOneLayerAtATime(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public int window() {
        return 1;
    }

    @Override
    public boolean joinsSlots() {
        return false;
    }
}
