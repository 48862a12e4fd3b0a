package io.polybloom.internal.server;

import io.polybloom.BackendException;
import io.polybloom.ElementOutcome;
import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Bitfield;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The exchange with a partition whose bits the server stores. The items and the trailer are two keys, so two commands
 * of one pipeline: an add reads the trailer after the items, since a mark that is absent then was absent before. If the
 * partition is not alive then, both keys were removed together between the two commands, and other clients may have
 * found the items. A look-up reads it after the items, too: a partition that is alive then was alive all the time. The
 * server treats a missing filter as an empty one, so a look-up also asks for its capacity, which only an existing
 * filter has.
 */
final class ItemExchange implements Exchange {

    private static final Offsets NO_OFFSETS = Offsets.of();

    private final Access access;
    private final Partition partition;
    private final List<byte[]> items;

    /** Prepares the exchange about the items of some elements. */
    ItemExchange(Access access, Partition partition, List<byte[]> items) {
        this.access = access;
        this.partition = partition;
        this.items = items;
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public Partition partition() {
        return partition;
    }

    @Override
    public Batch batch() {
        List<Command> commands = new ArrayList<>();
        if (access.isWrite()) {
            inserts().forEach(some -> commands.add(ModuleCommands.insert(key(), some)));
        } else {
            lookUp(commands);
        }
        if (hasTrailer()) {
            commands.add(Bitfield.trailer(access, partition));
        }
        Batch batch = partition.batch(commands);
        return access.mayAskReplica() ? batch.fromReplica() : batch;
    }

    /**
     * A filter that refuses elements ends its answer with an error in place of the first one, and not every client
     * returns the replies before it. So each element then has a command of its own.
     */
    private List<List<byte[]>> inserts() {
        return partition.layer().refusesWhenFull()
                ? items.stream().map(List::of).toList()
                : List.of(items);
    }

    private void lookUp(List<Command> commands) {
        commands.add(ModuleCommands.exist(key(), items));
        commands.add(ModuleCommands.capacity(key()));
    }

    private byte[] key() {
        return partition.layer().storage().keyOfElements(partition);
    }

    private boolean hasTrailer() {
        return partition.layer().hasTrailer();
    }

    @Override
    public PartitionAnswer answer(Batch batch, List<Reply> replies) {
        List<Command> commands = batch.commands();
        if (!access.isWrite()) {
            return found(commands, replies);
        }
        List<ElementOutcome> outcomes = new ArrayList<>(items.size());
        try {
            List<List<byte[]>> inserts = inserts();
            for (int at = 0; at < inserts.size(); at++) {
                if (ModuleCommands.saysNoSuchFilter(replies.get(at))) {
                    return removedAfter(outcomes);
                }
                outcomes.addAll(List.of(ModuleCommands.added(
                        commands.get(at), replies.get(at), inserts.get(at).size())));
            }
            return after(outcomes, commands, replies);
        } catch (BackendException failure) {
            // Elements have been written before, no matter how a later command failed.
            throw failure.mayHaveBeenApplied() || outcomes.isEmpty() ? failure : failure.afterAnAppliedWrite();
        }
    }

    private PartitionAnswer after(List<ElementOutcome> outcomes, List<Command> commands, List<Reply> replies) {
        if (!hasTrailer()) {
            return PartitionAnswer.of(Trailer.NONE, outcomes::get);
        }
        int last = commands.size() - 1;
        Trailer trailer = Bitfield.readTrailer(partition, commands.get(last), replies.get(last));
        return trailer.isAlive() ? PartitionAnswer.of(trailer, outcomes::get) : removedAfter(outcomes);
    }

    /** An answer without a trailer may come from another filter of the same name. */
    private PartitionAnswer removedAfter(List<ElementOutcome> answered) {
        if (answered.isEmpty() || !hasTrailer()) {
            return PartitionAnswer.dead();
        }
        List<ElementOutcome> outcomes = new ArrayList<>(answered);
        outcomes.addAll(Collections.nCopies(items.size() - answered.size(), ElementOutcome.UNKNOWN));
        return PartitionAnswer.ended(outcomes);
    }

    private PartitionAnswer found(List<Command> commands, List<Reply> replies) {
        if (ModuleCommands.saysNoSuchFilter(replies.get(1))) {
            return PartitionAnswer.dead();
        }
        Answers.requireSuccess(commands.get(1), replies.get(1));
        List<ElementOutcome> outcomes = List.of(ModuleCommands.found(commands.get(0), replies.get(0), items.size()));
        if (!hasTrailer()) {
            return PartitionAnswer.of(Trailer.NONE, outcomes::get);
        }
        Trailer trailer = Bitfield.readTrailer(partition, commands.get(2), replies.get(2));
        return trailer.isAlive() ? PartitionAnswer.of(trailer, outcomes::get) : PartitionAnswer.dead();
    }

    @Override
    public Offsets offsets() {
        return NO_OFFSETS;
    }

    @Override
    public boolean isNotDone(List<Reply> replies) {
        return false;
    }
}
