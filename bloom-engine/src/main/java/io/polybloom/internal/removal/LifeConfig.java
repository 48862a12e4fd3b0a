package io.polybloom.internal.removal;

import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads and writes the config while a client makes a part of one life. A config that is missing is searched for: a
 * deletion of an earlier life may have moved it away, and would restore it later, when the new keys are withdrawn. The
 * same holds if a claim of another life has its place: the claim does not count if this life goes on.
 */
public final class LifeConfig {

    private final ConfigKey config;
    private final String origin;
    private final Set<String> ours = new LinkedHashSet<>();

    public LifeConfig(ConfigKey config, String origin) {
        this.config = config;
        this.origin = origin;
    }

    /** Returns the origin of the life. */
    public String origin() {
        return origin;
    }

    /** Reads the config. */
    public Step<Optional<ConfigRecord>> read() {
        return put(List.of());
    }

    /** Writes fields, and reads the config after them. */
    public Step<Optional<ConfigRecord>> put(List<Command> fields) {
        List<Command> commands = new ArrayList<>(fields);
        commands.add(config.read());
        Batch batch = config.batch(commands.toArray(new Command[0]));
        return Steps.send(batch, replies -> {
            note(fields, replies);
            Optional<ConfigRecord> found = config.record(replies.get(fields.size()));
            if (found.filter(record -> record.isOfLife(origin)).isPresent()) {
                // They are in the config: what stands without it later is another client's, if it has the same name.
                ours.clear();
            }
            boolean isThere = found.filter(
                            record -> record.isOfLife(origin) || record.filter().ready())
                    .isPresent();
            return isThere ? Step.done(found) : search(fields.isEmpty());
        });
    }

    private void note(List<Command> fields, List<Reply> replies) {
        for (int i = 0; i < fields.size(); i++) {
            Command field = fields.get(i);
            if (field.verb() == Verb.HSETNX && Answers.integer(field, replies.get(i)) == 1) {
                ours.add(new String(field.arguments()[0], StandardCharsets.US_ASCII));
            }
        }
    }

    /** Sends commands, if there are any. */
    public Step<Void> write(List<Command> commands) {
        return commands.isEmpty() ? Step.done() : config.write(commands.toArray(new Command[0]));
    }

    /**
     * Returns the steps that remove keys, unless other clients may use them. If the life was not found, they remove
     * keys only if it has ended: its config may be lost, or may have been moved away and be back by now.
     *
     * @param current the config as most recently read, which shows that the generation has ended, or shows no such life
     */
    public Step<Void> withdraw(Optional<ConfigRecord> current, Supplier<Step<Void>> removal) {
        return current.filter(record -> record.isOfLife(origin)).isPresent()
                ? removal.get()
                : lost().goesOn(origin).then(goesOn -> goesOn ? Step.done() : removal.get());
    }

    /**
     * Withdraws the fields that {@link #put} has written, but no field of another client, as {@link ConfigKey#forget}
     * does. Those in the config stay, since a deletion needs them to find the keys.
     */
    public Step<Void> forget() {
        List<String> written = List.copyOf(ours);
        ours.clear();
        return written.isEmpty() ? Step.done() : forget(ConfigCommands.remove(config.bytes(), written));
    }

    /** Removes fields that this client has written, as {@link ConfigKey#forget} does. */
    public Step<Void> forget(Command removal) {
        return config.forget(origin, removal);
    }

    /**
     * Looks for a config that was moved away.
     *
     * @param waits whether to wait for others to withdraw what they have written in its place; false if this client has
     *     written there itself, and would wait for itself
     */
    private Step<Optional<ConfigRecord>> search(boolean waits) {
        return (waits ? lost().bringBack(Set.of(origin)) : lost().tryToBringBack(Set.of(origin)))
                .then(moved -> config.look());
    }

    private LostConfig lost() {
        return new LostConfig(config.name());
    }
}
