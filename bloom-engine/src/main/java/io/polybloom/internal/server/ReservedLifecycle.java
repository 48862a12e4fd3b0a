package io.polybloom.internal.server;

import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.lifecycle.Lifecycle;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;

/** Expires and removes a filter that somebody else has made with {@code BF.RESERVE}: one key. */
final class ReservedLifecycle extends Lifecycle {

    private final OpenFilter filter;
    private final Partition partition;

    ReservedLifecycle(OpenFilter filter) {
        super(filter);
        this.filter = filter;
        this.partition = filter.snapshot().generation().newest().partition(0);
    }

    @Override
    public Step<Void> clear() {
        return Step.done().then(refused -> {
            throw new UnsupportedFilterException("the filter '"
                    + filter.name()
                    + "' was created by BF.RESERVE with a false-positive rate that the server does not report: to"
                    + " empty it, delete it and reserve it again");
        });
    }

    @Override
    public Step<Void> live(Lifetime lifetime) {
        return send(Commands.live(partition.key(), lifetime), lifetime.isLimited());
    }

    @Override
    public Step<Void> delete() {
        return send(Commands.unlink(partition.key()), false);
    }

    private Step<Void> send(Command command, boolean mustFind) {
        Batch batch = partition.batch(command);
        return Step.send(batch, replies -> {
            Reply reply = replies.get(0);
            if (Answers.integer(command, reply) == 0 && mustFind) {
                throw filter.opening().gone();
            }
            return Step.done();
        });
    }
}
