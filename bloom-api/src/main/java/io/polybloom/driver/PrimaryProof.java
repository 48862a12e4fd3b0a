package io.polybloom.driver;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The proof that a primary answers the reads of a batch. A primary that was demoted may stay reachable and never catch
 * up, and it answers every read. It refuses writes, but so may a primary whose memory is full, which cannot persist, or
 * whose user has no right to write, and with the same errors. {@code WAIT} for 0 replicas is executed by every primary,
 * changes nothing and waits for nothing; any other server refuses it.
 *
 * <p>The proof precedes the reads. So even if the server is demoted between the two, it reads nothing older than what
 * it had as a primary. A proof behind the reads could come from a server that was promoted after them.
 */
final class PrimaryProof {

    private static final byte[] NONE = {'0'};

    /** The writes that only primaries execute and without which no later answer of their batch counts. */
    private static final Set<Verb> PROOFS = EnumSet.of(Verb.BITFIELD, Verb.BF_INSERT);

    private PrimaryProof() {}

    /** Returns whether a batch reads from a primary, and does not begin with a command that is a proof as well. */
    static boolean isNeededBy(Batch batch) {
        return !batch.mayAskReplica()
                && !batch.isGroup()
                && !PROOFS.contains(batch.commands().get(0).verb())
                && batch.commands().stream().anyMatch(PrimaryProof::reads);
    }

    private static boolean reads(Command command) {
        return !command.verb().isWrite() && command.verb() != Verb.WAIT;
    }

    /** Returns the command that a server refuses if it is not a primary. */
    static Command before(Batch batch) {
        return new Command(Verb.WAIT, batch.commands().get(0).key(), NONE, NONE);
    }

    /**
     * Returns the replies to a batch, or failures in their place if there is no proof. A write that was done on a
     * server that may not be a primary may have been applied, and may be lost. One that was refused keeps its failure,
     * and so does a command without an answer. Other failures of reads do not count: some say that a key is missing.
     */
    static List<Reply> judge(Batch batch, Reply proof, List<Reply> replies) {
        if (proof instanceof Reply.Int) {
            return replies;
        }
        Reply.Failure failure = proof instanceof Reply.Failure refused
                ? refused
                : Reply.Failure.noAnswer(new IllegalStateException("the reply to WAIT is no number, but " + proof));
        List<Reply> judged = new ArrayList<>(replies.size());
        for (int i = 0; i < replies.size(); i++) {
            boolean isWrite = batch.commands().get(i).isWrite();
            judged.add(
                    replies.get(i) instanceof Reply.Failure own && (isWrite || own.serverError() == null)
                            ? own
                            : new Reply.Failure(
                                    failure.serverError(), failure.cause(), isWrite || failure.mayHaveBeenApplied()));
        }
        return judged;
    }
}
