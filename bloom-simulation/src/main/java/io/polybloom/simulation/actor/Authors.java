package io.polybloom.simulation.actor;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.redis.Session;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who has made each key, and who was the last to change when it expires. */
public final class Authors {

    /**
     * The author of a change.
     *
     * @param verb the command
     * @param call the call that sent it
     * @param late whether it was executed when its caller had given up waiting
     * @param number how many commands had been executed before
     * @param sent when it was sent
     * @param time when it was executed
     */
    public record Author(Verb verb, Call call, boolean late, int number, int sent, int time) {

        /**
         * Returns whether the caller may never have had the reply, or had failed by then, so that it could not correct
         * the effect.
         */
        public boolean isUnheard() {
            return late || call.hasFault() && (!call.succeeded() || call.lastFault() >= sent);
        }

        @Override
        public String toString() {
            String cause = late ? " that arrived late" : isUnheard() ? " whose caller heard nothing of it" : "";
            return "the " + verb.wireName() + cause + " of " + call;
        }
    }

    /** A call, as far as it works on a key. */
    private record Work(int server, String key, Call call) {}

    private static final Set<Verb> TO_ANOTHER_KEY = EnumSet.of(Verb.RENAMENX, Verb.COPY);

    private final Map<Work, Author> latest = new HashMap<>();
    private final Map<String, Author> makers = new HashMap<>();
    private final Map<String, Author> expirers = new HashMap<>();
    private int executed;
    private int time;

    /** Tells the time of the run. */
    void tell(int now) {
        time = now;
    }

    /**
     * Executes a command and records its effect on its key, or on the second one if it renames or copies. What an old
     * primary keeps has no author.
     *
     * @param late whether its caller has given up waiting
     * @param sent when it was sent
     */
    public <R> R execute(
            int server, Session session, Command command, Call call, boolean late, int sent, Supplier<R> execution) {
        if (session.isAstray()) {
            return execution.get();
        }
        Keyspace keys = session.keys();
        byte[] bytes = TO_ANOTHER_KEY.contains(command.verb()) ? command.arguments()[0] : command.key();
        String key = new String(bytes, StandardCharsets.ISO_8859_1);
        boolean existed = keys.exists(key);
        long before = existed ? keys.expireAt(key) : 0;
        R reply = execution.get();
        Author author = new Author(command.verb(), call, late, executed++, sent, time);
        if (!session.refusesWrites()) {
            latest.put(new Work(server, key, call), author);
        }
        if (keys.exists(key)) {
            if (!existed) {
                makers.put(server + key, author);
            }
            if (keys.expireAt(key) != before) {
                expirers.put(server + key, author);
            }
        }
        return reply;
    }

    /** Returns who has made a key; null for a key that was there from the beginning. */
    public @Nullable Author maker(int server, String key) {
        return makers.get(server + key);
    }

    /** Returns whether no later command of the author's call was executed on the key by a server that was well. */
    public boolean isLatest(int server, String key, Author author) {
        return author.equals(latest.get(new Work(server, key, author.call())));
    }

    /** Returns who was the last to change when a key expires; null if nobody has. */
    public @Nullable Author expirer(int server, String key) {
        return expirers.get(server + key);
    }
}
