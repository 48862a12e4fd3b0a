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
 * <p>Clients pass one exception to several threads and set whatever exception they have at hand as a cause, so a chain
 * of causes may contain a cycle. Every method here visits each exception once.
 */
public final class Causes {

    private Causes() {}

    /** Returns an exception and its causes, the outermost first; nothing for {@code null}. */
    public static List<Throwable> of(@Nullable Throwable thrown) {
        return chain(thrown, Throwable::getCause);
    }

    /**
     * Returns an exception and its causes as {@link #of} does, and follows the first suppressed exception where there
     * is no cause: some clients put the reason there.
     */
    public static List<Throwable> withSuppressed(@Nullable Throwable thrown) {
        return chain(thrown, Causes::causeOrSuppressed);
    }

    /**
     * Returns whether an exception or one of its causes is a client's timeout, by the name of its class: every client
     * has one of its own, which ends in {@code TimeoutException}.
     */
    public static boolean sayThatTimeIsUp(@Nullable Throwable thrown) {
        return withSuppressed(thrown).stream()
                .anyMatch(next -> next.getClass().getSimpleName().endsWith("TimeoutException"));
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
