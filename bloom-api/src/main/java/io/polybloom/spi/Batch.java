package io.polybloom.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Commands that are sent together as a pipeline and answered in order: for one hash slot of one server, or for several
 * slots if {@link Transport#joinsSlots} says so. Not a transaction, unless it is a {@linkplain #isGroup group}. The
 * core makes batches; an adapter sends their {@link #commands} and returns one reply for each. A cluster adapter may
 * also need {@link #mustWait}. Adapters do not create batches.
 *
 * @param server the index of the independent server, 0 where there is only one (a cluster counts as one)
 * @param orderingKey the partition, or -1 for the filter's config; only one batch per ordering key is in flight at a
 *     time, unless the step allows more or the transport {@linkplain Transport#keepsOrder keeps order}
 * @param commands at least one command; their keys are in one hash slot unless {@link Transport#joinsSlots} says
 *     otherwise
 * @param mayAskReplica whether a replica may answer; then all commands are reads
 * @param isGroup whether the commands are an atomic group: the server executes all of them, with no other command in
 *     between, or none. Only a transport that {@linkplain Transport#sendsGroups sends groups} gets such batches. All
 *     keys of a group are in one slot
 * @param answersWrite whether a write of the caller may be answered by what this batch reads, such as an add of an
 *     element that an older layer already has: then an acknowledged write waits for the replicas here as well
 */
public record Batch(
        int server,
        int orderingKey,
        List<Command> commands,
        boolean mayAskReplica,
        boolean isGroup,
        boolean answersWrite) {

    /** The ordering key of the filter's config. */
    public static final int CONFIG_ORDERING_KEY = -1;

    /** Creates a batch for the primary. */
    public Batch(int server, int orderingKey, List<Command> commands) {
        this(server, orderingKey, commands, false);
    }

    /** Creates a batch that is not a group. */
    public Batch(int server, int orderingKey, List<Command> commands, boolean mayAskReplica) {
        this(server, orderingKey, commands, mayAskReplica, false);
    }

    /** Creates a batch whose reads answer no write of the caller. */
    public Batch(int server, int orderingKey, List<Command> commands, boolean mayAskReplica, boolean isGroup) {
        this(server, orderingKey, commands, mayAskReplica, isGroup, false);
    }

    /** Returns the same batch, marked so that a replica may answer it. */
    public Batch fromReplica() {
        return new Batch(server, orderingKey, commands, true);
    }

    /** Returns the same commands as a group, which is executed by a primary as one or not at all. */
    public Batch asGroup() {
        return new Batch(server, orderingKey, commands, false, true);
    }

    /** Returns the same batch, marked so that its reads may answer a write of the caller. */
    public Batch answeringWrite() {
        return new Batch(server, orderingKey, commands, mayAskReplica, isGroup, true);
    }

    /** Returns the same batch for another of the independent servers. */
    public Batch onServer(int other) {
        return new Batch(other, orderingKey, commands, mayAskReplica, isGroup, answersWrite);
    }

    /** Copies the commands and checks that there is at least one. */
    public Batch {
        commands = List.copyOf(commands);
        if (commands.isEmpty()) {
            throw new IllegalArgumentException("a batch must have at least one command");
        }
    }

    /** Returns the number of commands, which is also the number of replies to return. */
    public int size() {
        return commands.size();
    }

    /**
     * Returns whether the command at this index must not be sent before all earlier ones have been answered, if the
     * transport itself does not keep commands on one key in order, for example because it follows redirects. Reads may
     * be executed in any order, but none may overtake a write. The last read, and the read of a config, may prove all
     * earlier ones valid and must not overtake them; nor must a {@link Verb#SET}, which may bear witness to what was
     * read of another key. Nothing overtakes a command on one of the server's own filters, and such a command overtakes
     * nothing.
     */
    public boolean mustWait(int index) {
        if (index == 0) {
            return false;
        }
        Command before = commands.get(index - 1);
        Command command = commands.get(index);
        if (index == 1 && beginsWithProof()) {
            // On a connection that keeps the order; another command would be sent in between.
            return false;
        }
        if (before.verb().isOfModule() || command.verb().isOfModule()) {
            return true;
        }
        if (!Arrays.equals(before.key(), command.key())) {
            return command.verb() == Verb.HGETALL
                    || before.verb() == Verb.RENAMENX
                    || (command.verb() == Verb.SET && !before.isWrite());
        }
        return index == commands.size() - 1 || before.isWrite() || command.isWrite();
    }

    /** Returns whether the first command reads nothing, but proves to those after it that a primary answers. */
    public boolean beginsWithProof() {
        return size() > 1 && commands.get(0).verb() == Verb.WAIT;
    }

    /**
     * Returns the proof at the beginning and the commands from an index on, for an adapter that had to leave these out.
     *
     * @throws IllegalStateException if the batch does not {@linkplain #beginsWithProof begin with a proof}
     */
    public Batch restBehindProof(int from) {
        if (!beginsWithProof()) {
            throw new IllegalStateException("no proof: " + commands.get(0).verb());
        }
        List<Command> rest = new ArrayList<>(size() + 1 - from);
        rest.add(commands.get(0));
        rest.addAll(commands.subList(from, size()));
        return new Batch(server, orderingKey, rest, mayAskReplica, isGroup, answersWrite);
    }

    /** Returns whether any of the commands may change the data set. */
    public boolean isWrite() {
        for (Command command : commands) {
            if (command.isWrite()) {
                return true;
            }
        }
        return false;
    }
}
