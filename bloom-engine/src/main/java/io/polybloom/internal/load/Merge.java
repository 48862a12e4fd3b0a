package io.polybloom.internal.load;

import io.polybloom.BloomFilterException;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.internal.model.Guard;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Brings bits into one partition in Redis, in one atomic command that only ever sets bits: so nothing that others add
 * meanwhile is lost. Few bits are set directly; more go through a temporary key, which is removed in any case.
 */
final class Merge {

    private final Partition partition;
    private final Optional<long[]> few;
    private final TemporaryKey temporary;
    private final Supplier<Step<Lifetime>> readLifetime;
    private Lifetime lifetime = Lifetime.FOR_EVER;
    private boolean dropsLifetime;

    /**
     * Prepares the merge.
     *
     * @param readLifetime reads when the key of the partition expires, and fails if the filter is another one by now
     */
    Merge(PartitionPieces pieces, Environment environment, Supplier<Step<Lifetime>> readLifetime) {
        this.partition = pieces.partition();
        this.few = pieces.few();
        this.temporary = new TemporaryKey(pieces, environment);
        this.readLifetime = readLifetime;
    }

    /** Returns the steps; the value is whether the partition is alive, so that it has kept the bits. */
    Step<Boolean> run() {
        return few.isPresent()
                ? setAll(few.get())
                : temporary
                        .upload()
                        .then(isAny -> isAny ? readLifetime.get().then(this::merge) : Step.done(true))
                        .recover(this::cleanUp);
    }

    /**
     * Sets the bits. A partition without a trailer does not show by itself whether it existed before, so its expiry is
     * read first.
     */
    private Step<Boolean> setAll(long[] offsets) {
        return partition.layer().hasTrailer()
                ? set(offsets, 0)
                : readLifetime.get().then(found -> set(offsets, 0));
    }

    private Step<Boolean> set(long[] offsets, int from) {
        if (from == offsets.length) {
            return Step.done(true);
        }
        int to = Math.min(offsets.length, from + PartitionExchange.MOST_BITS_OF_AN_ADD);
        PartitionExchange exchange =
                new PartitionExchange(Access.ADD, partition, Offsets.of(Arrays.copyOfRange(offsets, from, to)));
        Batch batch = exchange.batch();
        return Step.send(
                batch, replies -> exchange.answer(batch, replies).isAlive() ? set(offsets, to) : Step.done(false));
    }

    private Step<Boolean> merge(Lifetime read) {
        lifetime = read;
        dropsLifetime = true;
        List<Command> commands = new ArrayList<>();
        commands.add(Commands.merge(partition.key(), temporary.key()));
        keepLifetime(commands);
        Layer layer = partition.layer();
        // Read last, so that a partition or a record which is lost in between is noticed.
        Command sign = layer.hasTrailer() ? Bitfield.trailer(partition) : Commands.length(partition.key());
        commands.add(sign);
        Optional<Guard> guard = layer.storage().guard(layer);
        guard.ifPresent(record -> commands.add(record.read()));
        Batch batch = partition.batch(commands);
        return Steps.send(batch, replies -> {
            guard.ifPresent(record -> record.requireUnchanged(replies.get(replies.size() - 1)));
            Reply life = replies.get(commands.indexOf(sign));
            // The instant of the expiry may have come with the merge.
            boolean isAlive = layer.hasTrailer()
                    ? Bitfield.readTrailer(partition, sign, life).isAlive()
                    : Answers.integer(sign, life) > 0;
            return removeTemporary(isAlive);
        });
    }

    /**
     * The key is removed in a batch of its own, so that the removal cannot overtake a redirected merge. Whether it was
     * still there does not matter if the partition is dead.
     */
    private Step<Boolean> removeTemporary(boolean isAlive) {
        return Step.send(partition.batch(temporary.removal()), replies -> {
            if (isAlive) {
                temporary.requireRemoved(replies.get(0));
            }
            return Step.done(isAlive);
        });
    }

    /**
     * The merge may have been applied without the expiry that follows it, or that another client has set since it was
     * read.
     */
    private Step<Boolean> cleanUp(BloomFilterException failure) {
        return dropsLifetime && partition.layer().hasTrailer()
                ? readAgain(failure).then(this::removeAfter)
                : removeAfter(failure);
    }

    /** The value is the exception to throw. */
    private Step<BloomFilterException> readAgain(BloomFilterException failure) {
        return readLifetime
                .get()
                .<BloomFilterException>then(now -> {
                    lifetime = now;
                    return Step.done(failure);
                })
                .recover(unread -> Step.done(Steps.toTell(failure, unread)));
    }

    /** Removes what the merge has left. */
    private Step<Boolean> removeAfter(BloomFilterException failure) {
        List<Command> commands = new ArrayList<>(List.of(temporary.removal()));
        if (dropsLifetime) {
            keepLifetime(commands);
        }
        Step<Void> removed = Steps.confirmed(partition.batch(commands));
        return Steps.failAfter(removed, failure);
    }

    /** The merge has taken it from the key; for ever is what it has left. */
    private void keepLifetime(List<Command> commands) {
        Lifetime lives = partition.layer().lifetime(lifetime);
        if (lives.isLimited()) {
            commands.add(Commands.live(partition.key(), lives));
        }
    }
}
