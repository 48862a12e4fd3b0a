package io.polybloom.tck.wrong.later;

import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The mistakes of this package. */
public final class LaterMistakes {

    private LaterMistakes() {}

    public static List<WrongBackend> all() {
        return List.of(
                wrong(BlocksItsCaller.class),
                wrong(EncodesItAllFirst.class),
                wrong(ForgetsTheContext.class),
                wrong(WrapsFailures.class));
    }

    private static WrongBackend wrong(Class<? extends LaterFilters> mistake) {
        return new WrongBackend(mistake, (target, timeout) -> {
            Connection right = new LettuceBackend().connect(target, timeout);
            ExecutorService threads = Executors.newCachedThreadPool();
            return new LaterConnection(
                    right, threads, WrongBackend.make(mistake, threads).over(right.filters()));
        });
    }
}
