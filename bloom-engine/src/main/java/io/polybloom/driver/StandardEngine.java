package io.polybloom.driver;

import io.polybloom.BloomFilters;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Makes filters of transports. */
public final class StandardEngine implements Engine {

    @Override
    public BloomFilters blocking(Transport<InFlight> transport) {
        return new BlockingBloomFilters(transport);
    }

    @Override
    public AsyncBloomFilters stages(Transport<CompletionStage<List<Reply>>> transport) {
        return new StageBloomFilters(transport);
    }
}
