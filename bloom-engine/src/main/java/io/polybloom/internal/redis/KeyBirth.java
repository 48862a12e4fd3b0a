package io.polybloom.internal.redis;

import io.polybloom.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes keys in two rounds. The first makes each under a name of its maker and for a short time; the second gives it
 * its name, if there is none of that name. Between the two, the maker tells everybody that it has read all replies of
 * the first round: so a key of the first round that the second round has removed never appears again, and no command
 * that arrives late makes a key in place of one that was lost.
 *
 * @param <K> what is made
 */
public interface KeyBirth<K> {

    /** Returns whether anything is made: then a client that does so needs a name. */
    boolean makes();

    /** Returns the size of what is made, in bits. */
    long bits();

    /**
     * Runs the first round.
     *
     * @param maker a name that no other round and no other client has
     */
    Step<Void> conceive(String maker);

    /**
     * Runs the second round.
     *
     * @param expireAt when the filter expires
     * @param made the clients that are known to have completed the first round
     * @param makers all clients that are known to have begun it
     * @return what is still not alive
     */
    Step<List<K>> bear(Optional<Instant> expireAt, List<String> made, List<String> makers);

    /**
     * Returns whether the second round has shown that any of the keys that are not alive had its name before, so that
     * it may have been in use before it was lost. A failover can lose the entry that says so.
     *
     * @param made the clients that have completed the first round
     */
    default boolean mayHaveBeenUsed(List<K> dead, Set<String> made) {
        return false;
    }

    /** Gives up after the first round; others may have completed the second one. */
    Step<Void> abandon(String maker);
}
