package io.polybloom.internal.server;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.OverCapacity;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.opening.Opening;
import io.polybloom.internal.state.FilterState;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens a filter that somebody else has made with {@code BF.RESERVE}. The server reports its parameters, and changes
 * its size as it grows; so the filter keeps the description from when it was opened, as long as the key holds a filter.
 * Thread-safe.
 */
final class ReservedOpening extends Opening {

    private final ForeignLayout layout;
    private volatile @Nullable FilterDescription first;

    ReservedOpening(String name, ForeignLayout layout, Environment environment) {
        super(name, environment);
        this.layout = layout;
    }

    @Override
    public Step<Optional<FilterState>> describe() {
        Command info = ModuleCommands.info(name().getBytes(StandardCharsets.UTF_8));
        return Step.send(new Batch(0, Batch.CONFIG_ORDERING_KEY, List.of(info)), replies -> {
            if (ModuleCommands.saysNoSuchFilter(replies.get(0))) {
                return Step.done(Optional.empty());
            }
            ModuleInfo read = ModuleInfo.read(info, replies.get(0));
            FilterDescription known = first;
            if (known == null) {
                known = description(read);
                first = known;
            }
            return Step.done(Optional.of(FilterState.unversioned(known)));
        });
    }

    private FilterDescription description(ModuleInfo info) {
        double rate = info.rateBySize();
        int hashes = Math.max(1, (int) Math.ceil(-Math.log(rate) / Math.log(2)));
        BitBudget budget = new BitBudget(Math.max(1, Byte.SIZE * info.bytes()), hashes);
        OverCapacity policy = info.scales() ? OverCapacity.GROW : OverCapacity.REJECT;
        int servers = environment().servers();
        return Descriptions.unversioned(
                name(),
                layout,
                layout.geometry(budget, servers).requireAllowedBy(layout),
                info.capacity(),
                rate,
                servers,
                policy);
    }

    @Override
    public Step<Generation> adoptStored() {
        return describe()
                .map(stored -> stored.orElseThrow(() -> absent("does not exist in the layout " + layout.id()))
                        .generation());
    }

    @Override
    public Step<Generation> adoptStored(FilterSpec spec) {
        return createOrAdopt(spec);
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        return describe().then(refused -> {
            throw new UnsupportedFilterException("a filter of the layout " + layout.id()
                    + " is created by BF.RESERVE and can only be opened, with FilterSpec.existing; to create a filter"
                    + " of the server, use the layout " + Layouts.SERVER);
        });
    }

    @Override
    public Step<FilterState> adopt(FilterState stored) {
        return Step.done(stored);
    }

    /** The description of a filter of the server names no expiry. */
    @Override
    public Step<Long> serverMillis() {
        throw new IllegalStateException("the filter '" + name() + "' has no expiry of its own");
    }
}
