package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The hash in Redis that holds the parameters of a native filter: how to address it, and what its replies say. */
final class ConfigKey {

    private final String name;
    private final byte[] key;

    ConfigKey(String name) {
        this.name = name;
        this.key = new KeyNames(name).config().getBytes(StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return key;
    }

    Batch batch(Command... commands) {
        return new Batch(0, Batch.CONFIG_LANE, List.of(commands));
    }

    /** The parameters in the reply to {@link Commands#readHash}, if there is a filter. */
    Optional<FilterDescription> stored(Command read, Reply reply) {
        Answers.requireSuccess(read, reply);
        return ConfigRecord.read(name, reply);
    }

    /** The generation in the reply to {@link ConfigCommands#readSpec}. */
    Generation decode(Reply.Bytes spec) {
        return new Generation(SpecCodec.decode(name, new String(spec.value(), StandardCharsets.UTF_8)));
    }
}
