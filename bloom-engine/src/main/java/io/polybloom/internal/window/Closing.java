package io.polybloom.internal.window;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigCommands;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Optional;

/**
 * Makes sure that no client makes keys of a generation whose keys were removed, before it is ended. In a filter without
 * a window the missing keys stop every client. A window that remembers nothing has no such key: a field of the config
 * stops others from making a slice, and the keys that were made before it are removed. Otherwise a new generation could
 * be published late, when others have added elements to the old one.
 */
public final class Closing {

    private final ConfigKey config;
    private final FilterDescription last;
    private final boolean isRemoval;

    private Closing(ConfigKey config, FilterDescription last, boolean isRemoval) {
        this.config = config;
        this.last = last;
        this.isRemoval = isRemoval;
    }

    /** Prepares the end of a generation by a clear. */
    public static Closing beforeClear(ConfigKey config, FilterDescription last) {
        return new Closing(config, last, false);
    }

    /**
     * Prepares the end of a generation by a removal, even of a filter that is being deleted. On a server whose memory
     * is full there is no field: the removal moves the config away instead, which stops others as well.
     */
    public static Closing beforeRemoval(ConfigKey config, FilterDescription last) {
        return new Closing(config, last, true);
    }

    /** Returns the steps; the value is false if the generation has ended in another way. */
    public Step<Boolean> start() {
        // What is not ready takes no slice.
        if (last.window().isEmpty() || !last.ready()) {
            return Step.done(true);
        }
        Command close = ConfigCommands.close(config.bytes(), last.generation());
        return Step.send(config.batch(close, config.read()), replies -> {
            if (!isRemoval || !Answers.isOutOfMemory(replies.get(0))) {
                Answers.requireSuccess(close, replies.get(0));
            }
            Optional<ConfigRecord> current =
                    isRemoval ? config.recordOfAny(replies.get(1)) : config.record(replies.get(1));
            return current.filter(record -> record.isOfLife(last.origin()) && record.isOfGeneration(last.generation()))
                            .isPresent()
                    ? PartitionRemoval.unlinkAtOnce(current.get().claimedLayers(last))
                            .map(removed -> true)
                    : withdraw(close, replies.get(0)).map(withdrawn -> false);
        });
    }

    /**
     * Withdraws the field if this client has written it. Another client withdraws its own, and may have written it
     * again by now.
     */
    private Step<Void> withdraw(Command close, Reply reply) {
        boolean isOurs = !Answers.isOutOfMemory(reply) && Answers.integer(close, reply) == 1;
        return isOurs ? config.forget(last.origin(), ConfigCommands.withdraw(close)) : Step.done();
    }
}
