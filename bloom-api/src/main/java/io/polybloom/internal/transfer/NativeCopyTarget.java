package io.polybloom.internal.transfer;

import io.polybloom.FilterDescription;
import io.polybloom.internal.element.ElementFormat;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.open.NativeOpening;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.step.Step;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The copy of a native filter: a life and a generation of its own, so that no two copies ever write to one key. */
final class NativeCopyTarget implements CopyTarget {

    private final CopySource source;
    private final NativeOpening opening;
    private final Generation copy;

    NativeCopyTarget(CopySource source, String name) {
        this.source = source;
        this.opening =
                new NativeOpening(name, ElementFormat.UNKNOWN, source.opening().environment());
        FilterDescription original = source.generation().description();
        Supplier<String> ids = source.opening().environment().ids();
        this.copy = new Generation(Descriptions.copy(original, name, ids.get(), ids.get(), original.expireAt()));
    }

    @Override
    public InstantSource clock() {
        return opening.environment().clock();
    }

    @Override
    public Step<Void> prepare() {
        return opening.describeLiving().then(stored -> {
            if (stored.isPresent()) {
                throw CopyTarget.exists(opening.name(), "a filter with the name '" + opening.name() + "'");
            }
            return Step.done();
        });
    }

    @Override
    public byte[] key(int index) {
        return partition(index).key();
    }

    @Override
    public Partition partition(int index) {
        Partition original = source.strings().get(index).partition();
        return copy.layers().get(original.layer().index()).partition(original.number());
    }

    @Override
    public Step<Void> abandon() {
        return PartitionSweep.unlink(copy.layers());
    }

    @Override
    public Step<Generation> publish() {
        return new CopyPublication(opening, copy, false).start();
    }
}
