package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.config.ForeignConfig;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.spi.Batch;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Opens a filter of another system that stores its parameters. */
public final class RecordedOpening extends Opening {

    private final ForeignLayout layout;
    private final ForeignConfig config;

    public RecordedOpening(String name, ForeignLayout layout, ForeignConfig config, Environment environment) {
        super(name, environment);
        this.layout = layout;
        this.config = config;
    }

    @Override
    public Step<Optional<FilterDescription>> describe() {
        return Step.send(config.batch(config.read()), replies -> new Step.Done<>(config.stored(replies.get(0))));
    }

    @Override
    public Step<Generation> adoptStored() {
        return describe()
                .then(stored -> adopt(stored.orElseThrow(() -> absent("does not exist in the layout " + layout.id()))));
    }

    @Override
    public Step<Generation> createOrAdopt(FilterSpec spec) {
        FilterDescription fresh = Descriptions.created(spec, "", environment);
        return describe().then(stored -> stored.isPresent() ? adoptIfSame(spec, stored.get()) : create(spec, fresh));
    }

    @Override
    public Step<Generation> adopt(FilterDescription stored) {
        return ForeignStrings.warnOfLongOnes(new Generation(stored));
    }

    private Step<Generation> adoptIfSame(FilterSpec spec, FilterDescription stored) {
        SpecComparison.requireSame(stored, spec);
        return adopt(stored);
    }

    /**
     * Writes the parameters under another name first: renaming is the one command that makes a hash of several fields
     * and leaves one that another client has made meanwhile as it is.
     */
    private Step<Generation> create(FilterSpec spec, FilterDescription fresh) {
        byte[] temporary = KeyNames.temporary(
                        new String(config.key(), StandardCharsets.UTF_8),
                        environment.ids().get())
                .getBytes(StandardCharsets.UTF_8);
        Batch batch = config.batch(
                Commands.writeHash(temporary, config.fields(fresh)),
                Commands.rename(temporary, config.key()),
                Commands.unlink(temporary));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch, replies);
            return adoptCreated(spec);
        });
    }

    /** Another client may have been faster. */
    private Step<Generation> adoptCreated(FilterSpec spec) {
        return describe()
                .then(stored ->
                        adoptIfSame(spec, stored.orElseThrow(() -> absent("was deleted while it was being created"))));
    }
}
