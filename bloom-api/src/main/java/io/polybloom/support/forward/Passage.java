package io.polybloom.support.forward;

import org.jspecify.annotations.Nullable;

/** How the calls of one flavour become calls of another. */
@FunctionalInterface
public interface Passage {

    /**
     * Makes a call whose value comes later in one of the flavours, or in both, and returns what the presented flavour
     * returns. Whatever it throws is thrown to the caller.
     */
    @Nullable
    Object later(Call call);

    /** Makes a call whose value comes at once in both flavours, and returns it. */
    default @Nullable Object now(Call call) {
        return call.shown(call.make());
    }
}
