package io.polybloom.internal.foreign;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.ForeignDataException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignParameters;
import io.polybloom.layout.ForeignRecord;
import io.polybloom.layout.Layout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The hash in Redis in which another system keeps the parameters of a filter. */
public final class ForeignConfig {

    private final String name;
    private final ForeignLayout layout;
    private final ForeignRecord record;
    private final int servers;
    private final byte[] key;
    private final Command read;

    private ForeignConfig(String name, ForeignLayout layout, ForeignRecord record, int servers) {
        this.name = name;
        this.layout = layout;
        this.record = record;
        this.servers = servers;
        this.key = record.key(name).getBytes(StandardCharsets.UTF_8);
        this.read = Commands.readHash(key);
    }

    /** Returns the hash of a filter; empty if its layout stores no parameters, or stores them as the native ones do. */
    public static Optional<ForeignConfig> of(FilterDescription filter, Layout layout) {
        return layout.foreign().flatMap(foreign -> of(filter.name(), foreign, filter.servers()));
    }

    /**
     * Returns the hash that must still say the same as when the filter was opened; empty if the layer's partitions have
     * none.
     */
    public static Optional<ForeignConfig> guarding(Layer layer) {
        return of(layer.filter(), layer.layout());
    }

    /** Returns the hash of a filter of that name; empty if the layout stores no parameters. */
    public static Optional<ForeignConfig> of(String name, ForeignLayout layout, int servers) {
        return layout.storedParameters().map(record -> new ForeignConfig(name, layout, record, servers));
    }

    public byte[] key() {
        return key;
    }

    public Batch batch(Command... commands) {
        return new Batch(0, Batch.CONFIG_ORDERING_KEY, List.of(commands));
    }

    public Command read() {
        return read;
    }

    /** Returns the fields of a filter that is to be created. */
    public Map<String, String> fields(FilterDescription filter) {
        BitBudget budget =
                new BitBudget(filter.geometry().totalBits(), filter.geometry().hashes());
        return record.write(new ForeignParameters(budget, filter.capacity(), filter.falsePositiveRate()));
    }

    /** Returns the parameters in the reply to {@link #read}, if there are any. */
    public Optional<FilterDescription> stored(Reply reply) {
        Answers.requireSuccess(read, reply);
        Map<String, String> fields = Answers.fields(reply, "the config of the filter '" + name + "'");
        return fields.isEmpty() ? Optional.empty() : Optional.of(description(fields));
    }

    /** Refuses a reply that differs from what was known when an operation began. */
    public void requireUnchanged(Reply reply, FilterDescription known) {
        FilterDescription stored = stored(reply)
                .orElseThrow(() -> new FilterGoneException(
                        name,
                        "the filter '" + name + "' is gone: its config " + record.key(name)
                                + " was deleted, it has expired, or the server has lost its data, as by FLUSHALL or by"
                                + " a restart without persistence"));
        SpecComparison.requireSame(stored, known);
    }

    /**
     * Reads when a filter whose expiry is stored only at its keys expires, by the clock of their server. A partition
     * without bits may have no key: then only the hash has the expiry.
     *
     * @param partition a partition of the filter
     * @param existed whether the partition is known to have been there
     * @param gone makes the exception for a filter that has expired or was deleted
     */
    public static Step<Optional<Instant>> expiryOf(
            Partition partition, boolean existed, Supplier<? extends RuntimeException> gone) {
        return expiryOf(partition.key(), commands -> partition.batch(commands), () -> {
            if (existed) {
                throw gone.get();
            }
            Optional<ForeignConfig> hash = guarding(partition.layer());
            return hash.isEmpty()
                    ? Step.done(Optional.empty())
                    : expiryOf(hash.get().key, hash.get()::batch, () -> {
                        throw gone.get();
                    });
        });
    }

    private static Step<Optional<Instant>> expiryOf(
            byte[] key, Function<Command[], Batch> batches, Supplier<Step<Optional<Instant>>> otherwise) {
        Command timeToLive = Commands.timeToLive(key);
        Command time = Commands.time(key);
        return Step.send(batches.apply(new Command[] {timeToLive, time}), replies -> {
            long left = Answers.integer(timeToLive, replies.get(0));
            if (left == Commands.NO_SUCH_KEY) {
                return otherwise.get();
            }
            long now = Answers.millis(time, replies.get(1));
            // A key with 0 ms left is about to expire: without an expiry it would stay for ever.
            return Step.done(
                    left == Commands.NO_EXPIRY ? Optional.empty() : Optional.of(Instant.ofEpochMilli(now + left)));
        });
    }

    private FilterDescription description(Map<String, String> fields) {
        try {
            ForeignParameters parameters = record.read(fields);
            return Descriptions.foreign(name, layout, parameters, servers);
        } catch (IllegalArgumentException unreadable) {
            throw new ForeignDataException(
                    name,
                    "the hash " + record.key(name) + " is not a config of the layout " + layout.id() + ": "
                            + unreadable.getMessage(),
                    unreadable);
        }
    }
}
