package io.polybloom.tck.wrong.later;

import io.polybloom.BloomFilters;
import java.util.concurrent.Executor;

/** Answers later only by its signature: the caller waits for the server. */
public final class BlocksItsCaller extends LaterFilters {

    public BlocksItsCaller(BloomFilters right, Executor threads) {
        super(right, threads);
    }

    @Override
    void execute(Runnable waiting) {
        waiting.run();
    }
}
