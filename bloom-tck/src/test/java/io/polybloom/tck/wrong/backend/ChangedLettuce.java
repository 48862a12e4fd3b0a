package io.polybloom.tck.wrong.backend;

import io.polybloom.BloomFilters;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.lettuce.LettuceBackend;
import java.util.function.UnaryOperator;

/** The right backend with something between the filters and the transport. */
public final class ChangedLettuce extends LettuceBackend {

    private final UnaryOperator<Transport<InFlight>> between;

    /** Creates the backend. */
    public ChangedLettuce(UnaryOperator<Transport<InFlight>> between) {
        this.between = between;
    }

    @Override
    protected BloomFilters filters(Transport<InFlight> right) {
        return super.filters(between.apply(right));
    }
}
