package io.polybloom.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lists an exception together with its causes.
 *
 * <p>Clients pass one exception to several threads and link the causes that they have at hand, so a chain may lead back
 * to an exception that it has passed. Every method here visits an exception once.
 */
public final class Causes {

    private Causes() {}

    /** Returns an exception and its causes, the outermost first; nothing for {@code null}. */
    public static List<Throwable> of(@Nullable Throwable thrown) {
        return chain(thrown, Throwable::getCause);
    }

    /**
     * Returns an exception and its causes as {@link #of} does, and follows the first suppressed exception where there
     * is not a cause: some clients leave the reason there.
     */
    public static List<Throwable> withSuppressed(@Nullable Throwable thrown) {
        return chain(thrown, Causes::causeOrSuppressed);
    }

    private static @Nullable Throwable causeOrSuppressed(Throwable thrown) {
        if (thrown.getCause() != null) {
            return thrown.getCause();
        }
        Throwable[] suppressed = thrown.getSuppressed();
        return suppressed.length > 0 ? suppressed[0] : null;
    }

    private static List<Throwable> chain(@Nullable Throwable thrown, UnaryOperator<@Nullable Throwable> behind) {
        List<Throwable> chain = new ArrayList<>();
        // By identity: an exception may define equals.
        Set<Throwable> visited = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable next = thrown; next != null && visited.add(next); next = behind.apply(next)) {
            chain.add(next);
        }
        return chain;
    }
}
