package io.polybloom.internal.load;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.capacity.Room;
import io.polybloom.internal.membership.Pass;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.BitSet;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Brings any number of elements into layers that are not in use yet, in rounds, as a load does. */
public final class Filling {

    /**
     * The number of elements that are added at a time if only the server can read their bits. A compromise: larger
     * chunks fill the commands better, smaller ones take less memory.
     */
    private static final int CHUNK = 8192;

    private final LoadSource<?> source;
    private final long memory;
    private final Environment environment;
    private final Supplier<Step<Room>> beforeRound;
    private final Supplier<Step<Lifetime>> guard;
    private @Nullable RuntimeException failure;

    /**
     * Prepares the filling.
     *
     * @param memory the bytes of memory for the bits of a round
     * @param beforeRound runs before each round, and says where its elements go
     * @param guard fails if the layers are no longer wanted, and otherwise says when its keys are to expire; asked
     *     before each merge
     */
    public Filling(
            LoadSource<?> source,
            long memory,
            Environment environment,
            Supplier<Step<Room>> beforeRound,
            Supplier<Step<Lifetime>> guard) {
        this.source = source;
        this.memory = memory;
        this.environment = environment;
        this.beforeRound = beforeRound;
        this.guard = guard;
    }

    /**
     * Returns the steps; the value is a partition that was found not to be alive, if there was one. {@link #failure} is
     * any other reason.
     */
    public Step<@Nullable Partition> start() {
        try {
            if (!source.hasNext()) {
                return Step.done();
            }
        } catch (RuntimeException thrown) {
            failure = thrown;
            return Step.done();
        }
        return beforeRound
                .get()
                .then(room -> room.layer().hasReadableBits()
                        ? collect(room)
                        : guard.get().then(guarded -> add(room.layer())));
    }

    private Step<@Nullable Partition> collect(Room room) {
        Collecting collecting = new Collecting(source, room.layer(), room.elements(), memory);
        return collecting
                .runToTheEnd()
                .then(dead -> {
                    failure = collecting.failure();
                    return dead == null && failure == null ? merge(collecting.release()) : Step.ofNullable(dead);
                })
                .then(dead -> dead == null && failure == null ? start() : Step.ofNullable(dead));
    }

    /** The layer accepts elements only. */
    private Step<@Nullable Partition> add(Layer layer) {
        CallElements some;
        try {
            some = source.next(CHUNK);
        } catch (RuntimeException thrown) {
            failure = thrown;
            return Step.done();
        }
        BitSet all = some.having(ElementOutcome.UNKNOWN, 0, some.size());
        return Pass.adding(some, all, layer).then(added -> {
            if (!added.dead().isEmpty()) {
                return Step.done(added.dead().get(0));
            }
            failure = added.refusal();
            try {
                source.reportProgress();
            } catch (RuntimeException thrown) {
                failure = thrown;
            }
            return failure == null ? start() : Step.done();
        });
    }

    /** Returns the exception of the source or of its listener, or another failure that ended the filling. */
    public @Nullable RuntimeException failure() {
        return failure;
    }

    private Step<@Nullable Partition> merge(Iterator<PartitionPieces> rest) {
        if (!rest.hasNext()) {
            return Step.done();
        }
        PartitionPieces bits = rest.next();
        return new Merge(bits, environment, guard)
                .run()
                .then(isAlive -> isAlive ? merge(rest) : Step.done(bits.partition()));
    }
}
