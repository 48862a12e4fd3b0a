package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.ModuleCommands;
import io.polybloom.internal.redis.ModuleReplies;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;

/**
 * Makes sure that each server has Bloom filters of its own, and lets this user use them, before a filter that needs
 * them takes its name: so no name is taken by a filter that cannot be made.
 */
final class ModuleProbe {

    private ModuleProbe() {}

    /** Returns the steps; nothing is sent unless the server stores the bits of the filter. */
    static Step<Void> of(FilterDescription filter) {
        Layer shape = new Generation(filter).shape();
        return shape.module().isEmpty() ? Step.done() : ask(shape, 0);
    }

    /** Asks about the first partitions, each of which is on a different server. */
    private static Step<Void> ask(Layer shape, int number) {
        if (number == Math.min(shape.filter().servers(), shape.geometry().partitions())) {
            return Step.done();
        }
        Partition partition = shape.partition(number);
        Command about = ModuleCommands.capacity(partition);
        return Step.send(partition.batch(about), replies -> {
            if (!ModuleReplies.saysNoSuchFilter(replies.get(0))) {
                Answers.requireSuccess(about, replies.get(0));
            }
            return ask(shape, number + 1);
        });
    }
}
