package io.polybloom.glide;

import glide.api.models.GlideString;
import io.polybloom.spi.Command;
import java.util.List;

/** Encodes commands for GLIDE. */
final class Wire {

    /**
     * How long GLIDE waits for the replies to a batch in addition to the time for which the server may wait for
     * replicas, in milliseconds. The timeout of the client is for commands that do not wait, and cannot be asked for.
     */
    private static final int BEYOND_WAIT_MILLIS = 2_000;

    private Wire() {}

    /** Returns the words of a command, with its name. */
    static GlideString[] words(Command command) {
        byte[][] words = command.words();
        GlideString[] all = new GlideString[words.length + 1];
        all[0] = GlideString.of(command.verb().wireName());
        for (int i = 0; i < words.length; i++) {
            all[i + 1] = GlideString.of(words[i]);
        }
        return all;
    }

    /** Returns the timeout for a batch that waits for replicas; 0 if none of its commands does. */
    static int timeoutMillis(List<Command> commands) {
        long wait = 0;
        for (Command command : commands) {
            wait = Math.max(wait, command.millisOfWait());
        }
        return wait == 0 ? 0 : (int) Math.min(wait + BEYOND_WAIT_MILLIS, Integer.MAX_VALUE);
    }
}
