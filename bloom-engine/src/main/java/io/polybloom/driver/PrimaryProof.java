package io.polybloom.driver;

import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The proof that a primary answers the reads of a batch. A primary that was demoted may stay reachable and never catch
 * up, and it answers every read. It refuses writes, but so may a primary whose memory is full, which cannot persist, or
 * whose user has no right to write, and with the same errors. {@code WAIT} for 0 replicas is executed by every primary,
 * changes nothing and waits for nothing; any other server refuses it.
 *
 * <p>Some hosts and proxies refuse {@code WAIT}, and some users may not send it. There an {@code UNLINK} of a key that
 * nobody has takes its place: a replica refuses it as a write, and a primary executes it even if its memory is full. A
 * primary that cannot persist or replicate refuses it, so on such a host it then answers no read that needs a proof. A
 * replica that is configured to be writable executes it, as it executes BITFIELD. Until it is known which of the two a
 * server executes, both are sent.
 *
 * <p>The proof precedes the reads. So even if the server is demoted between the two, it reads nothing older than what
 * it had as a primary. A proof after the reads could come from a server that was promoted after them.
 *
 * <p>Thread-safe.
 */
public final class PrimaryProof {

    private static final byte[] NONE = {'0'};

    /** The writes that only primaries execute and without which no later answer of their batch counts. */
    private static final Set<Verb> PROOFS = EnumSet.of(Verb.BITFIELD, Verb.BF_INSERT);

    /** For each server the command that it has executed; none as long as that is not known. */
    private final Map<Integer, Verb> executed = new ConcurrentHashMap<>();

    /** Makes a key that nobody has. */
    private final String unusedSuffix;

    /** Creates the proof for the servers of a transport, of which nothing is known yet. */
    public PrimaryProof() {
        this("proof:" + UUID.randomUUID().toString().replace("-", ""));
    }

    /**
     * Creates the proof for servers of which nothing is known yet.
     *
     * @param unusedSuffix the end of a key that no client makes
     */
    public PrimaryProof(String unusedSuffix) {
        this.unusedSuffix = unusedSuffix;
    }

    /**
     * Returns the proof for servers of which it is known that they execute WAIT. Its key is always the same, so that
     * simulated runs can be compared.
     */
    public static PrimaryProof byWait(int servers) {
        PrimaryProof proof = new PrimaryProof("unused");
        for (int server = 0; server < servers; server++) {
            proof.executed.put(server, Verb.WAIT);
        }
        return proof;
    }

    /** Returns whether a batch reads from a primary, and does not begin with a command that is a proof as well. */
    static boolean isNeededBy(Batch batch) {
        return !batch.mayAskReplica()
                && !batch.isGroup()
                && !PROOFS.contains(batch.commands().get(0).verb())
                && batch.commands().stream().anyMatch(PrimaryProof::reads);
    }

    private static boolean reads(Command command) {
        return !command.verb().isWrite() && command.verb() != Verb.WAIT && command.verb() != Verb.WAITAOF;
    }

    /** Returns the commands that a server refuses if it is not a primary: one, or both until one was executed. */
    List<Command> before(Batch batch) {
        byte[] key = batch.commands().get(0).key();
        Verb known = executed.get(batch.server());
        List<Command> proofs = new ArrayList<>(2);
        if (known != Verb.UNLINK) {
            proofs.add(new Command(Verb.WAIT, key, NONE, NONE));
        }
        if (known != Verb.WAIT) {
            String beside = KeyNames.temporary(new String(key, StandardCharsets.UTF_8), unusedSuffix);
            proofs.add(Command.reading(Verb.UNLINK, beside.getBytes(StandardCharsets.UTF_8)));
        }
        return proofs;
    }

    /**
     * Returns why there is no proof; null if there is one. The first command counts that the server does not refuse to
     * every user or to this one: a replica executes an UNLINK if it is configured to be writable.
     *
     * @param proofs the commands at the beginning of a batch
     * @param replies the replies to the batch
     */
    Reply.@Nullable Failure missing(int server, List<Command> proofs, List<Reply> replies) {
        List<Reply.Failure> refusals = new ArrayList<>(2);
        for (int i = 0; i < proofs.size(); i++) {
            if (replies.get(i) instanceof Reply.Int) {
                note(server, proofs.get(i).verb());
                return null;
            }
            Reply.Failure failure = replies.get(i) instanceof Reply.Failure failed
                    ? failed
                    : Reply.Failure.noAnswer(new IllegalStateException(
                            "the reply to " + proofs.get(i).verb() + " is no number, but "
                                    + replies.get(i).getClass().getSimpleName()));
            // The other command is tried again, too: rights and hosts change while the client is in use.
            executed.remove(server);
            if (!Answers.isUnavailable(failure)) {
                return failure;
            }
            refusals.add(failure);
        }
        return Answers.unproven(refusals);
    }

    /** Reads first, without a lock: each proven batch comes here, on every thread, and hardly ever with news. */
    private void note(int server, Verb verb) {
        if (executed.get(server) != verb) {
            executed.put(server, verb);
        }
    }

    /**
     * Returns the replies to a batch for which there is no proof: failures in their place. A write that was done on a
     * server that may not be a primary may have been applied, and may be lost. One that was refused keeps its failure,
     * and so does a command without an answer. Other failures of reads do not count: some say that a key is missing.
     */
    static List<Reply> withhold(Batch batch, Reply.Failure unproven, List<Reply> replies) {
        List<Reply> withheld = new ArrayList<>(replies.size());
        for (int i = 0; i < replies.size(); i++) {
            boolean isWrite = batch.commands().get(i).isWrite();
            withheld.add(
                    replies.get(i) instanceof Reply.Failure own && (isWrite || own.serverError() == null)
                            ? own
                            : new Reply.Failure(
                                    unproven.serverError(),
                                    unproven.cause(),
                                    isWrite || unproven.mayHaveBeenApplied()));
        }
        return withheld;
    }
}
