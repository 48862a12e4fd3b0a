package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.redis.Commands;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Makes the commands that read and write the fields of a config and its trace. */
public final class ConfigCommands {

    /** The value of a field whose name alone is meaningful. */
    private static final String YES = "1";

    private ConfigCommands() {}

    /** Claims the name for a new filter, unless there is a filter of that name. */
    public static Command claim(byte[] config, FilterDescription filter) {
        return setIfAbsent(config, ConfigRecord.SPEC, SpecCodec.encode(filter));
    }

    /** Withdraws the field that one of these commands has written, of which nothing but the name matters. */
    public static Command withdraw(Command written) {
        return new Command(Verb.HDEL, written.key(), written.arguments()[0]);
    }

    /** Takes back a {@link #claim}. */
    public static Command withdrawClaim(byte[] config) {
        return remove(config, List.of(ConfigRecord.SPEC));
    }

    /**
     * Publishes the generation after a clear or a rebuild, unless another generation has already replaced the same one.
     */
    public static Command publish(byte[] config, FilterDescription cleared) {
        return setIfAbsent(config, numberedField(cleared, 0), SpecCodec.encodeGeneration(cleared));
    }

    /**
     * Ends a life whose generation is ready, unless another client has cleared the generation that the caller knows.
     */
    public static Command markDeleted(byte[] config, FilterDescription last) {
        return setIfAbsent(config, numberedField(last, 1), ConfigRecord.DELETED);
    }

    /** Lets a generation take no further slice, since it is to end. */
    public static Command close(byte[] config, String generation) {
        return setIfAbsent(config, ConfigRecord.closingField(generation), YES);
    }

    /** Says that a rebuild of a generation has begun, unless another rebuild has that number. */
    public static Command beginRebuild(byte[] config, String generation, int rebuild, FilterDescription next) {
        return setIfAbsent(config, ConfigRecord.nextField(generation, rebuild), SpecCodec.encode(next));
    }

    /** Decides the end of a rebuild, unless it is decided already. */
    public static Command decideRebuild(byte[] config, String generation, int rebuild, boolean isSwitched) {
        String decision = isSwitched ? ConfigRecord.SWITCH : ConfigRecord.ABANDON;
        return setIfAbsent(config, ConfigRecord.decisionField(generation, rebuild), decision);
    }

    /** Says that a client begins to make the partitions of a layer, unless another entry was faster. */
    public static Command beginToMake(byte[] config, BirthLog log, String maker) {
        return setIfAbsent(config, log.next(), BirthLog.begun(maker));
    }

    /** Says that a client has made the partitions of a layer, unless another entry was faster. */
    public static Command tellMade(byte[] config, BirthLog log, String maker) {
        return setIfAbsent(config, log.next(), BirthLog.finished(maker));
    }

    /** Says that all partitions of a layer are there, unless another entry was faster. */
    public static Command markReady(byte[] config, BirthLog log) {
        return setIfAbsent(config, log.next(), YES);
    }

    /** Says that all partitions of a layer are there, which only one client makes. */
    public static Command markReady(byte[] config, String generation, long layer) {
        return markReady(config, BirthLog.empty(generation, layer));
    }

    /** Ends a life whose generation is not ready, unless another entry was faster: then another client completes it. */
    public static Command giveUp(byte[] config, BirthLog log) {
        return setIfAbsent(config, log.next(), ConfigRecord.DELETED);
    }

    /** Claims the shape of the next layer, unless another client has. */
    public static Command claimLayer(byte[] config, String generation, long layer, Geometry shape) {
        return setIfAbsent(config, ConfigRecord.layerField(generation, layer), SpecCodec.encodeLayer(shape));
    }

    /** Chooses the slice that follows another one, unless another client has. */
    public static Command chooseSlice(byte[] config, String generation, long before, long next) {
        return setIfAbsent(config, ConfigRecord.sliceField(generation, before), Long.toString(next));
    }

    /**
     * Writes when a life ends, unless another change of its expiry has that number.
     *
     * @param number one more than the number of the change that the caller knows to be the last
     * @param expireAt empty for never
     */
    public static Command publishExpiry(byte[] config, String origin, long number, Optional<Instant> expireAt) {
        String value =
                expireAt.map(instant -> Long.toString(instant.toEpochMilli())).orElse(ConfigRecord.NEVER);
        return setIfAbsent(config, ConfigRecord.expiryField(origin, number), value);
    }

    /** Withdraws fields that {@link #publishExpiry} has written, or removes those that no longer count. */
    public static Command forgetExpiries(byte[] config, String origin, Collection<Long> numbers) {
        return remove(
                config,
                numbers.stream()
                        .map(number -> ConfigRecord.expiryField(origin, number))
                        .toList());
    }

    /** Writes the trace of a life under a key. */
    public static Command leaveTrace(byte[] trace, FilterDescription filter) {
        return setIfAbsent(trace, filter.origin(), SpecCodec.encode(filter));
    }

    /** Writes that the creator of a filter gives a number to a server. */
    public static Command leaveNumber(byte[] order, String numbered) {
        return setIfAbsent(order, numbered, YES);
    }

    /** Removes all fields about a generation and its life except the specification. */
    public static Command forget(byte[] config, FilterDescription filter) {
        List<String> fields = new ArrayList<>(List.of(ConfigRecord.expiryField(filter.origin(), 1)));
        for (int layer = 0; layer < filter.layers().size(); layer++) {
            fields.add(ConfigRecord.readyField(filter.generation(), layer));
            fields.add(ConfigRecord.layerField(filter.generation(), layer));
        }
        return remove(config, fields);
    }

    /** Writes an entry to the log of attempts to import, unless there is one of that number. */
    public static Command appendAttempt(byte[] attempts, String field, String entry) {
        return setIfAbsent(attempts, field, entry);
    }

    /** Removes fields of the config or of the trace; at least one. */
    public static Command remove(byte[] key, List<String> fields) {
        return new Command(Verb.HDEL, key, fields.stream().map(Commands::ascii).toArray(byte[][]::new));
    }

    /** Removes a config that was moved away. */
    public static Command delete(byte[] gone) {
        return new Command(Verb.DEL, gone);
    }

    private static String numberedField(FilterDescription filter, int more) {
        return ConfigRecord.generationField(filter.origin(), Descriptions.number(filter) + more);
    }

    private static Command setIfAbsent(byte[] key, String field, String value) {
        return new Command(Verb.HSETNX, key, Commands.ascii(field), Commands.ascii(value));
    }
}
