package io.polybloom.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Commands that are sent together as a pipeline and answered in order: for one hash slot of one server, or for several
 * slots if {@link Transport#joinsSlots} says so. Not a transaction, unless it is a {@linkplain #isGroup group}. The
 * core makes batches; an adapter sends their {@link #commands} and returns one reply for each. A cluster adapter may
 * also need {@link #rounds}. An adapter creates a batch only to divide one among nodes.
 *
 * @param server the index of the independent server, 0 where there is only one (a cluster counts as one)
 * @param orderingKey the partition, or -1 for the filter's register; only one batch per ordering key is in flight at a
 *     time, unless the step allows more or the transport {@linkplain Transport#keepsOrder keeps order}
 * @param commands at least one command; their keys are in one hash slot unless {@link Transport#joinsSlots} says
 *     otherwise
 * @param mayAskReplica whether a replica may answer; then all commands are reads
 * @param isGroup whether the commands are an atomic group: the server executes all of them, with no other command in
 *     between, or none. Only a transport that {@linkplain Transport#sendsGroups sends groups} gets such batches. All
 *     keys of a group are in one slot
 * @param answersWrite whether a write of the caller may be answered by what this batch reads, such as an add of an
 *     element that an older layer already has: then an acknowledged write waits for the replicas here as well
 * @param ends for each of the batches that this one {@linkplain #join joins}, the index after its last command; if it
 *     joins none, only the number of commands
 */
public record Batch(
        int server,
        int orderingKey,
        List<Command> commands,
        boolean mayAskReplica,
        boolean isGroup,
        boolean answersWrite,
        List<Integer> ends) {

    /** The ordering key of the filter's register. */
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

    private Batch(
            int server,
            int orderingKey,
            List<Command> commands,
            boolean mayAskReplica,
            boolean isGroup,
            boolean answersWrite) {
        this(server, orderingKey, commands, mayAskReplica, isGroup, answersWrite, List.of(commands.size()));
    }

    /**
     * Joins several batches for one server. Commands that come from different batches do not wait for each other.
     *
     * @param proofs the commands that precede all others, if any are needed
     * @param parts at least one batch; none is a group
     */
    public static Batch join(List<Command> proofs, List<Batch> parts) {
        List<Command> commands = new ArrayList<>(proofs);
        List<Integer> ends = new ArrayList<>(parts.size());
        boolean answersWrite = false;
        for (Batch part : parts) {
            commands.addAll(part.commands);
            ends.add(commands.size());
            answersWrite |= part.answersWrite;
        }
        Batch first = parts.get(0);
        return new Batch(first.server, first.orderingKey, commands, first.mayAskReplica, false, answersWrite, ends);
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
        return new Batch(server, orderingKey, commands, mayAskReplica, isGroup, true, ends);
    }

    /** Returns the same batch for another of the independent servers. */
    public Batch onServer(int other) {
        return new Batch(other, orderingKey, commands, mayAskReplica, isGroup, answersWrite, ends);
    }

    /** Copies the commands and checks that there is at least one. */
    public Batch {
        commands = List.copyOf(commands);
        ends = List.copyOf(ends);
        if (commands.isEmpty()) {
            throw new IllegalArgumentException("a batch must have at least one command");
        }
    }

    /** Returns the number of commands, which is also the number of replies to return. */
    public int size() {
        return commands.size();
    }

    /**
     * Returns the indexes of the commands, in rounds, for a transport that does not keep commands in order itself, for
     * example because it follows redirects. It may send the commands of one round at the same time, and must send each
     * round only after all earlier ones have been answered.
     *
     * <p>The rounds keep the order where it matters. Reads with the same verb on the same key may be executed in any
     * order, but the last one in a row may prove the others valid and must not overtake them. No read overtakes a
     * write. Neither a read of the register nor one of bits under another key overtakes anything, since a partition may
     * have moved there; nor does a {@link Verb#SET}, which may bear witness to what was read. No read under another key
     * overtakes a read of bits. Nothing overtakes a command on one of the server's own filters, and such a command
     * overtakes nothing. Commands of batches that were {@linkplain #join joined} do not wait for each other: several
     * batches need no more rounds than one.
     */
    public List<List<Integer>> rounds() {
        List<List<Integer>> rounds = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            int round = 0;
            for (int i = from; i < end; i++) {
                round += i > from && mustWait(i, end) ? 1 : 0;
                if (round == rounds.size()) {
                    rounds.add(new ArrayList<>());
                }
                rounds.get(round).add(i);
            }
            from = end;
        }
        return rounds;
    }

    private boolean mustWait(int index, int end) {
        if (index <= proofs()) {
            // On a connection that keeps the order; another command would be sent in between.
            return false;
        }
        Command before = commands.get(index - 1);
        Command command = commands.get(index);
        if (before.verb().isOfModule() || command.verb().isOfModule()) {
            return true;
        }
        if (haveOneKey(before, command)) {
            boolean isLastInARow = index == end - 1 || !haveOneKey(command, commands.get(index + 1));
            return isLastInARow || before.verb() != command.verb() || before.isWrite() || command.isWrite();
        }
        return command.isWrite()
                ? before.verb() == Verb.RENAMENX || (command.verb() == Verb.SET && !before.isWrite())
                : before.isWrite() || command.verb() == Verb.HGETALL || readsBits(command) || readsBits(before);
    }

    private static boolean haveOneKey(Command one, Command other) {
        return Arrays.equals(one.key(), other.key());
    }

    private static boolean readsBits(Command read) {
        return read.verb() == Verb.BITFIELD || read.verb() == Verb.BITFIELD_RO;
    }

    /**
     * Returns the number of commands at the beginning that are {@linkplain Command#isProof proofs} to those after them
     * that a primary answers; 0 if no other command follows. Where there are several, one that is executed suffices.
     */
    public int proofs() {
        int proofs = 0;
        while (proofs < size() && commands.get(proofs).isProof()) {
            proofs++;
        }
        return proofs < size() ? proofs : 0;
    }

    /**
     * Returns the proofs at the beginning and the commands from an index on, for an adapter that had to leave these
     * out.
     *
     * @param from the index of a command that is not one of the {@link #proofs}
     * @throws IllegalArgumentException if the batch does not begin with a proof, or the index is that of one
     */
    public Batch restAfterProofs(int from) {
        int proofs = proofs();
        if (proofs == 0 || from < proofs) {
            throw new IllegalArgumentException("command " + from + " does not follow a proof: " + commands);
        }
        List<Command> rest = new ArrayList<>(commands.subList(0, proofs));
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
