package io.polybloom.driver;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Waits for stages, for long enough to tell a hang from a slow machine. */
final class Stages {

    private static final long LIMIT_SECONDS = 300;

    private Stages() {}

    static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns the failure of a stage as a handler sees it. */
    static Throwable failureOf(CompletionStage<?> stage) throws Exception {
        CompletionStage<Throwable> seen = stage.handle((value, failure) -> {
            if (failure == null) {
                throw new AssertionError("the stage has not failed");
            }
            return failure;
        });
        return await(seen);
    }
}
