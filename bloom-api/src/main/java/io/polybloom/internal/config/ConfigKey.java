package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The hash in Redis that holds the parameters of a native filter: how to address it, and what its replies say. */
public final class ConfigKey {

    private final String name;
    private final byte[] key;

    public ConfigKey(String name) {
        this.name = name;
        this.key = new KeyNames(name).config().getBytes(StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
        return key;
    }

    public Batch batch(Command... commands) {
        return new Batch(0, Batch.CONFIG_ORDERING_KEY, List.of(commands));
    }

    /** The parameters in the reply to {@link Commands#readHash}, if there is a filter. */
    public Optional<FilterDescription> stored(Command read, Reply reply) {
        Answers.requireSuccess(read, reply);
        return ConfigRecord.read(name, reply);
    }

    /** The generation in the reply to {@link ConfigCommands#readSpec}. */
    public Generation decode(Reply.Bytes spec) {
        return new Generation(SpecCodec.decode(name, new String(spec.value(), StandardCharsets.UTF_8)));
    }
}
