package io.polybloom.internal.exchange;

import com.google.common.primitives.Ints;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Access;
import io.polybloom.layout.Geometry;
import io.polybloom.step.Step;
import io.polybloom.step.WholePartitions;
import io.polybloom.step.Wire;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the {@link Taking} by which each pass of a bulk operation takes partitions as a whole: by the speed that the
 * wire has shown, and with a trial from time to time, to see it. An add needs groups for that, so it asks the servers
 * once whether they allow them. Until they do, it takes partitions of older layers, which are only read, and names its
 * bits.
 */
public final class TakingChoice {

    /**
     * The most bytes of the offsets or hashes of a portion that may exchange partitions. A portion exchanges each
     * partition at most once, so a larger one costs less per element; but it keeps those of all of its elements until
     * all answers are known. A million elements (k = 4 or more) take 16 MiB, less than the caller's own objects.
     */
    private static final int MOST_BYTES_OF_A_PORTION = 1 << 24;

    private final OpenFilter filter;

    /** What the operation does in the end; an add also looks up. */
    private final Access access;

    private Taking taking;
    private boolean hasAsked;

    public TakingChoice(OpenFilter filter, Access access) {
        this.filter = filter;
        this.access = access;
        if (access == Access.ADD) {
            this.taking = whileNaming();
        } else {
            // No other write could be answered by a partition as a whole.
            this.taking = access.isWrite() ? Taking.NOTHING : Taking.on(filter, access);
        }
    }

    /** Returns by what a pass takes partitions. An exchange drops the expiry of its partition. */
    public Taking of(Access sent, Generation generation) {
        return sent.isWrite() ? keepingLifetime(generation, taking) : taking;
    }

    /** Returns the most elements of a portion of an add. */
    public int mostOfAPortion(Generation generation) {
        return taking.where().needsGroups()
                ? MOST_BYTES_OF_A_PORTION / Offsets.bytesOfAnElement(generation.newest())
                : Integer.MAX_VALUE;
    }

    /** Chooses for a look-up of that many elements. */
    public void beforeLookUp(Layer newest, int count) {
        taking = tried(Taking.on(filter, access), newest, count);
    }

    /**
     * Chooses for an add of the elements from a place on; returns the steps that ask the servers, after which the
     * choice is made, or null if there is nothing to ask.
     */
    @Nullable
    public Step<Snapshot> beforeAdd(Snapshot snapshot, CallElements elements, int from) {
        Taking wanted = hasAsked ? taking : exchanging(snapshot, elements, from);
        if (!hasAsked && wanted.where().needsGroups()) {
            hasAsked = true;
            int servers = filter.environment().servers();
            Stream<Partition> oneOfEachServer =
                    snapshot.generation().newest().partitions().limit(servers);
            return filter.groups().ask(oneOfEachServer).map(isGiven -> {
                taking = isGiven ? wanted : taking;
                return snapshot;
            });
        }
        if (filter.groups().isRefused()) {
            taking = whileNaming();
        }
        return null;
    }

    private Taking whileNaming() {
        Taking asked = Taking.on(filter, Access.LOOK_UP);
        return asked.where().needsGroups() ? asked.where(WholePartitions.TO_READ) : asked;
    }

    /** If the filter is known to expire, adds name their bits. */
    private static Taking keepingLifetime(Generation generation, Taking otherwise) {
        return generation.isLimited() ? Taking.NOTHING : otherwise;
    }

    /** Returns by what an add takes partitions if the servers allow groups, and if it wants to exchange any. */
    private Taking exchanging(Snapshot snapshot, CallElements elements, int from) {
        Generation generation = snapshot.generation();
        Taking possible = keepingLifetime(generation, Taking.on(filter, Access.ADD));
        if (!possible.where().needsGroups()
                || filter.options().acknowledgement().isPresent()) {
            return taking;
        }
        int count = filter.groups().isKnown() ? elements.size() - from : snapshot.toAsk(elements, from);
        Taking wanted = tried(possible, generation.newest(), count);
        Geometry shape = generation.newest().geometry();
        int bits = Ints.saturatedCast((long) count * shape.hashes() / shape.partitions());
        boolean isWhole =
                Form.of(Access.ADD, generation.newest(), bits, wanted.ofSeveral(shape.partitions())) == Form.WHOLE;
        return isWhole ? wanted : taking;
    }

    /**
     * Returns by what the operation takes partitions of a layer, if it usually does so by the given: it takes them
     * where it would not if it is time to see how fast the wire is.
     */
    private Taking tried(Taking usual, Layer layer, int count) {
        int partitions = layer.geometry().partitions();
        int bits = Ints.saturatedCast((long) count * layer.words() / partitions);
        Taking trial = usual.asTrial();
        boolean takesAll = Form.of(access, layer, bits, usual) == Form.WHOLE;
        if (takesAll || Form.of(access, layer, bits, trial) != Form.WHOLE) {
            return usual;
        }
        // A call that takes only some of its partitions shows nothing.
        Form form = Form.of(access, layer, bits, usual.ofSeveral(partitions));
        double nanos = partitions * usual.nanos(form.cost(access, layer, bits));
        ExchangeCost ofTrial = Form.WHOLE.cost(access, layer, bits).times(partitions);
        Wire wire = filter.environment().wire();
        return wire.isTimeForTrial(nanos, ofTrial.server(), ofTrial.bytes()) ? trial : usual;
    }
}
