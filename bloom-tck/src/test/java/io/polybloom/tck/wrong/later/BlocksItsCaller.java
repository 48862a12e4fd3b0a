package io.polybloom.tck.wrong.later;

import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.WaitsInVain;
import java.util.concurrent.Executor;

/** Answers later only by its signature: the caller waits for the server. */
@Breaks({Rule.CALLER_GOES_ON, Rule.EVENT_LOOP_GOES_ON})
@WaitsInVain
public final class BlocksItsCaller extends LaterFilters {

    public BlocksItsCaller(Executor threads) {
        super(threads);
    }

    @Override
    void execute(Runnable waiting) {
        waiting.run();
    }
}
