package io.polybloom.spi;

import io.polybloom.BloomFilters;
import io.polybloom.async.AsyncBloomFilters;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;

/**
 * Makes filters of the transport of an adapter. There is one, in the module {@code bloom-engine}, which decides what
 * each operation sends. Thread-safe.
 */
public interface Engine {

    /**
     * Returns the engine.
     *
     * @throws IllegalStateException if {@code bloom-engine} is neither on the class path nor on the module path
     */
    static Engine get() {
        return ServiceLoader.load(Engine.class, Engine.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("bloom-engine is missing from the class path"));
    }

    /** Returns filters that block the calling thread. Does no I/O. */
    BloomFilters blocking(Transport<InFlight> transport);

    /**
     * Returns filters that answer with stages. Does no I/O. The steps of an operation go on in the thread that
     * completes the answer to a batch, and so does the caller's code that supplies the elements of a load.
     */
    AsyncBloomFilters stages(Transport<CompletionStage<List<Reply>>> transport);
}
