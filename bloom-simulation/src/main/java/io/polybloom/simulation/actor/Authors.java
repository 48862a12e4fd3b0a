package io.polybloom.simulation.actor;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.simulation.redis.Session;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;
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

    /**
     * A change of the expiry of a key that its caller may never have heard of.
     *
     * @param key the key
     * @param author who has made the change
     * @param millis when, by the clock of the server
     * @param expireAt when the key expires since then, {@link Keyspace#NEVER} included
     */
    public record UnheardExpiry(String key, Author author, long millis, long expireAt) {}

    /**
     * A removal that an old primary has executed, so that the new primary still has the keys.
     *
     * @param author the author of the command
     * @param server the server
     * @param key the first of the keys
     */
    public record LostRemoval(Author author, int server, String key) {}

    /**
     * What a command has done to its key.
     *
     * @param author the author of the command
     * @param server the server
     * @param key the key
     * @param place the server and the key as one text, by which both are looked up
     * @param makes whether the key was not there before
     * @param millis when it has changed the expiry, by the clock of the server
     * @param expireAt the new expiry, {@link Keyspace#NEVER} included
     */
    public record Effect(
            Author author, int server, String key, String place, boolean makes, long millis, long expireAt) {

        private Effect by(Author other) {
            return new Effect(other, server, key, place, makes, millis, expireAt);
        }
    }

    /** Stands for an expiry that was not changed. */
    private static final long UNCHANGED = -1;

    private final List<Effect> effects = new ArrayList<>();
    private final Map<String, Author> makers = new HashMap<>();
    private final Map<String, Author> expirers = new HashMap<>();
    private final List<UnheardExpiry> unheard = new ArrayList<>();
    private final List<LostRemoval> lostRemovals = new ArrayList<>();
    private final IntToLongFunction clock;
    private int executed;
    private int time;

    /**
     * Begins to record.
     *
     * @param clock the clock of each server
     */
    Authors(IntToLongFunction clock) {
        this.clock = clock;
    }

    /** Tells the time of the run. */
    void tell(int now) {
        time = now;
    }

    /**
     * Executes a command and records its effect on its key, or on the second one if it renames. What an old primary
     * writes has no author; of its commands, only the removals that are lost with it are recorded.
     *
     * @param late whether its caller has given up waiting
     * @param sent when it was sent
     */
    public <R> R execute(
            int server, Session session, Command command, Call call, boolean late, int sent, Supplier<R> execution) {
        byte[] bytes = command.verb() == Verb.RENAMENX ? command.arguments()[0] : command.key();
        String key = new String(bytes, StandardCharsets.ISO_8859_1);
        Author author = new Author(command.verb(), call, late, executed, sent, time);
        if (session.isAstray()) {
            if (session.losesWrites() && command.verb() == Verb.UNLINK) {
                lostRemovals.add(new LostRemoval(author, server, key));
            }
            return execution.get();
        }
        Keyspace keys = session.keys();
        boolean existed = keys.exists(key);
        long before = existed ? keys.expireAt(key) : 0;
        R reply = execution.get();
        boolean exists = keys.exists(key);
        // An instant that has come ends the key at once.
        boolean isOver = existed && !exists && command.verb() == Verb.PEXPIREAT;
        long expireAt = exists ? keys.expireAt(key) : isOver ? clock.applyAsLong(server) : before;
        apply(new Effect(
                author,
                server,
                key,
                server + key,
                exists && !existed,
                expireAt == before ? 0 : clock.applyAsLong(server),
                expireAt == before ? UNCHANGED : expireAt));
        return reply;
    }

    private void apply(Effect effect) {
        executed++;
        effects.add(effect);
        Author author = effect.author();
        String place = effect.place();
        if (effect.makes()) {
            makers.put(place, author);
        }
        if (effect.expireAt() != UNCHANGED) {
            expirers.put(place, author);
            unheard.add(new UnheardExpiry(effect.key(), author, effect.millis(), effect.expireAt()));
        }
    }

    /** Returns what the commands of the run have done to their keys, in order. */
    public List<Effect> effects() {
        return effects;
    }

    /**
     * Notes effects once more, for calls that repeat earlier ones.
     *
     * @param calls for each earlier call the one that repeats it
     * @param by how many events ago the earlier calls were made
     */
    public void repeat(List<Effect> known, Map<Call, Call> calls, int by) {
        for (Effect effect : known) {
            Author author = effect.author();
            apply(effect.by(new Author(
                    author.verb(),
                    Objects.requireNonNull(calls.get(author.call())),
                    author.late(),
                    executed,
                    author.sent() + by,
                    author.time() + by)));
        }
    }

    /** Returns the removals that old primaries have executed, in order. */
    public List<LostRemoval> lostRemovals() {
        return lostRemovals;
    }

    /** Returns who has made a key; null for a key that was there from the beginning. */
    public @Nullable Author maker(int server, String key) {
        return makers.get(server + key);
    }

    /** Returns who was the last to change when a key expires; null if nobody has. */
    public @Nullable Author expirer(int server, String key) {
        return expirers.get(server + key);
    }

    /** Returns the changes of an expiry of which their callers may not have heard, in order. */
    public List<UnheardExpiry> unheardExpiries() {
        return unheard.stream().filter(change -> change.author().isUnheard()).toList();
    }
}
