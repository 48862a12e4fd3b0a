package io.polybloom.internal.open;

import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.Optional;

/**
 * Ends a life on a server whose memory is full, and so has no room for the mark of a deletion. A rename needs no
 * memory. The config is moved away, and from there to a key that is named after its life; no client restores it from
 * there.
 *
 * <p>A single rename would not suffice: if it arrived late, it could move the config of a later filter to a key where
 * no client would look for it. With two renames, a late first one can also move such a config, but to the key from
 * which clients restore it; a late second one finds nothing there.
 */
final class UnmarkedEnd {

    private final ConfigKey config;
    private final ConfigRemoval rest;
    private final String origin;

    /**
     * Prepares the end of a life.
     *
     * @param rest removes the keys that an earlier removal has left in the way
     * @param origin the life
     */
    UnmarkedEnd(ConfigKey config, ConfigRemoval rest, String origin) {
        this.config = config;
        this.rest = rest;
        this.origin = origin;
    }

    /** Returns the steps; the value is the config at the end of the life, or empty if it has to be read again. */
    Step<Optional<ConfigRecord>> start() {
        Batch batch = moving(config.bytes(), config.gone());
        return Step.send(batch, replies -> {
            Optional<ConfigRecord> gone = moved(batch, replies.get(0), replies.get(1), replies.get(2));
            if (gone.filter(this::isOfThisLife).isPresent()) {
                return end();
            }
            // The config of another filter, or the remains of an interrupted removal.
            return gone.isEmpty() ? again() : rest.start().then(cleared -> again());
        });
    }

    /** Makes the end final. Another client may have restored the config in the meantime. */
    private Step<Optional<ConfigRecord>> end() {
        byte[] ended = config.ended(origin);
        Batch batch = moving(config.gone(), ended);
        return Step.send(batch, replies -> {
            Optional<ConfigRecord> now = moved(batch, replies.get(0), replies.get(1), replies.get(2));
            boolean isOther = now.filter(record -> !isOfThisLife(record)).isPresent();
            return isOther ? giveBack(ended) : new Step.Done<>(now);
        });
    }

    /** Handles the config of another client at the key from which this one was moved. */
    private Step<Optional<ConfigRecord>> giveBack(byte[] ended) {
        Batch batch = moving(ended, config.gone());
        return Step.send(batch, replies -> {
            moved(batch, replies.get(0), replies.get(1), replies.get(2));
            return again();
        });
    }

    private Batch moving(byte[] from, byte[] to) {
        return config.batch(
                Commands.rename(from, to), Commands.expireAfter(to, ConfigKey.GONE_MILLIS), Commands.readHash(to));
    }

    private Optional<ConfigRecord> moved(Batch batch, Reply renamed, Reply expires, Reply read) {
        Command rename = batch.commands().get(0);
        if (!Answers.saysNoSuchKey(renamed)) {
            Answers.requireSuccess(rename, renamed);
        }
        Answers.requireSuccess(batch.commands().get(1), expires);
        return config.recordOfAny(read);
    }

    private boolean isOfThisLife(ConfigRecord record) {
        return record.isOfLife(origin);
    }

    private static Step<Optional<ConfigRecord>> again() {
        return new Step.Done<>(Optional.empty());
    }
}
