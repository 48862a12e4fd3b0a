package io.polybloom.internal.config;

import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;

/** Makes the commands that read and write the fields of a config. */
public final class ConfigCommands {

    private ConfigCommands() {}

    public static Command claim(byte[] config, String spec) {
        return new Command(Verb.HSETNX, config, Commands.ascii(ConfigRecord.SPEC), Commands.ascii(spec));
    }

    public static Command readSpec(byte[] config) {
        return new Command(Verb.HGET, config, Commands.ascii(ConfigRecord.SPEC));
    }

    public static Command publish(byte[] config, String spec, String generation) {
        return new Command(
                Verb.HSET,
                config,
                Commands.ascii(ConfigRecord.SPEC),
                Commands.ascii(spec),
                Commands.ascii(ConfigRecord.READY),
                Commands.ascii(generation));
    }

    /** Notes that a copy into this config has begun, unless one has; the note makes no filter of it. */
    public static Command claimCopy(byte[] config, String generation) {
        return new Command(Verb.HSETNX, config, Commands.ascii(ConfigRecord.COPY), Commands.ascii(generation));
    }

    public static Command readCopy(byte[] config) {
        return new Command(Verb.HGET, config, Commands.ascii(ConfigRecord.COPY));
    }

    public static Command forgetCopy(byte[] config) {
        return new Command(Verb.HDEL, config, Commands.ascii(ConfigRecord.COPY));
    }

    /** Marks a generation as ready unless there is a mark already. */
    public static Command markReady(byte[] config, String generation) {
        return new Command(Verb.HSETNX, config, Commands.ascii(ConfigRecord.READY), Commands.ascii(generation));
    }

    /** Marks a generation as ready in place of one that is no more. */
    public static Command replaceReady(byte[] config, String generation) {
        return new Command(Verb.HSET, config, Commands.ascii(ConfigRecord.READY), Commands.ascii(generation));
    }

    public static Command publishExpiry(byte[] config, long epochMillis) {
        return new Command(Verb.HSET, config, Commands.ascii(ConfigRecord.EXPIRE_AT), Commands.decimal(epochMillis));
    }

    /** Adds a layer to the config, unless another client has added one with that number. */
    public static Command claimLayer(byte[] config, int layer, String text) {
        return new Command(Verb.HSETNX, config, Commands.ascii(ConfigRecord.layerField(layer)), Commands.ascii(text));
    }

    /** Overwrites a layer that another generation has left behind. */
    public static Command replaceLayer(byte[] config, int layer, String text) {
        return new Command(Verb.HSET, config, Commands.ascii(ConfigRecord.layerField(layer)), Commands.ascii(text));
    }

    /** Removes a grown layer of a generation that is no more. */
    public static Command forgetLayer(byte[] config, int layer) {
        return new Command(Verb.HDEL, config, Commands.ascii(ConfigRecord.layerField(layer)));
    }

    public static Command deleteConfig(byte[] config) {
        return new Command(Verb.DEL, config);
    }
}
