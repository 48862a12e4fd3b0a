package io.polybloom.internal.foreign;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.StrangeValue;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.state.SpecComparison;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.ForeignParameters;
import io.polybloom.layout.ForeignRecord;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The hash in Redis in which another system keeps the parameters of a filter. */
final class ForeignConfig {

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

    /** Returns the hash of a filter of that name; empty if the layout stores no parameters. */
    static Optional<ForeignConfig> of(String name, ForeignLayout layout, int servers) {
        return layout.storedParameters().map(record -> new ForeignConfig(name, layout, record, servers));
    }

    byte[] key() {
        return key;
    }

    Batch batch(Command... commands) {
        return new Batch(0, Batch.CONFIG_ORDERING_KEY, List.of(commands));
    }

    Command read() {
        return read;
    }

    /** Returns the fields of a filter that is to be created. */
    Map<String, String> fields(FilterDescription filter) {
        BitBudget budget =
                new BitBudget(filter.geometry().totalBits(), filter.geometry().hashes());
        return record.write(new ForeignParameters(budget, filter.capacity(), filter.falsePositiveRate()));
    }

    /** Returns the parameters in the reply to {@link #read}, if there are any. */
    Optional<FilterDescription> stored(Reply reply) {
        Answers.requireSuccess(read, reply);
        Map<String, String> fields = Answers.fields(reply, "the config of the filter '" + name + "'");
        return fields.isEmpty() ? Optional.empty() : Optional.of(description(fields));
    }

    /** Refuses a reply that differs from what was known when an operation began. */
    void requireUnchanged(Reply reply, FilterDescription known) {
        FilterDescription stored = stored(reply)
                .orElseThrow(() -> new FilterGoneException(
                        name,
                        "the filter '" + name + "' is gone: its config " + record.key(name)
                                + " was deleted, it has expired, or the server has lost its data, as by FLUSHALL or by"
                                + " a restart without persistence"));
        SpecComparison.requireSame(stored, known);
    }

    private FilterDescription description(Map<String, String> fields) {
        try {
            ForeignParameters parameters = record.read(fields);
            return Descriptions.unversioned(
                    name,
                    layout,
                    layout.geometry(parameters.budget(), servers).requireAllowedBy(layout),
                    parameters.capacity(),
                    parameters.falsePositiveRate(),
                    servers);
        } catch (IllegalArgumentException unreadable) {
            throw StrangeValue.complaint(
                    name,
                    "the hash " + record.key(name) + " is not a config of the layout " + layout.id() + ": "
                            + unreadable.getMessage(),
                    unreadable);
        }
    }
}
