package io.polybloom.tck.wrong.command;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.wrong.transport.ChangedTransport;

/** Sends nothing more before it has an answer to what it has sent. */
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
