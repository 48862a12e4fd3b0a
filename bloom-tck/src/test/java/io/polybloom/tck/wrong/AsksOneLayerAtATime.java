package io.polybloom.tck.wrong;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;

/** Sends nothing more before it has an answer to what it has sent. */
final class AsksOneLayerAtATime extends ChangedTransport {

    AsksOneLayerAtATime(Transport<InFlight> right) {
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
