package io.polybloom.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A batch that stays together on its way through a cluster: one that ends with {@link Verb#WAIT} or
 * {@link Verb#WAITAOF}, or a {@linkplain Batch#isGroup group}. Determines which commands to send next, and what all
 * replies together mean. The first round is for the node of the batch's slot. Each round goes through one connection.
 * Confined to one thread at a time.
 *
 * <p>Commands before a WAIT that a node redirects are sent to the other node, in a round of their own that ends with
 * the last command again; the smallest of its replies counts. The last command counts for what was executed before it
 * on its own node only if the command of the batch right before it was executed there as well, since that is the one
 * that the server is sure to propagate. So a batch that was executed on two nodes, as can happen while a slot is being
 * moved, does not count as acknowledged.
 *
 * <p>A group follows as a whole, and only if a node has refused it because the slot was handed over. While the slot is
 * being moved, the keys of a group can be on both nodes, so no ASK is followed.
 */
public final class RedirectedBatch {

    /** The maximum number of redirects that a command follows. */
    private static final int MOST_REDIRECTS = 5;

    private final Batch batch;
    private final List<Command> all;
    private final Reply[] replies;
    private List<Integer> round = new ArrayList<>();
    private int redirectsLeft = MOST_REDIRECTS;

    /** Prepares the first round of a batch for which {@link #isNeededFor} returns true. */
    public RedirectedBatch(Batch batch) {
        this.batch = batch;
        all = batch.commands();
        replies = new Reply[all.size()];
        for (int i = 0; i < last(); i++) {
            round.add(i);
        }
    }

    /**
     * Returns whether a batch is a group, or ends with a command that counts only for its own connection. Other batches
     * need no such care: each of their commands may follow its redirect alone, if {@link Batch#rounds} are kept.
     */
    public static boolean isNeededFor(Batch batch) {
        Verb last = batch.commands().get(batch.size() - 1).verb();
        return batch.isGroup() || (batch.size() > 1 && (last == Verb.WAIT || last == Verb.WAITAOF));
    }

    /** Returns the commands of this round, which are sent on one connection to one node; for a group, on the wire. */
    public List<Command> commands() {
        if (batch.isGroup()) {
            return WireGroup.commands(batch);
        }
        List<Command> commands = new ArrayList<>(round.size() + 1);
        for (int i : round) {
            commands.add(all.get(i));
        }
        commands.add(all.get(last()));
        return commands;
    }

    /**
     * Takes the replies of a round.
     *
     * @param answers one reply for each of {@link #commands}; of a group that the client has enclosed in MULTI and EXEC
     *     by itself, one for each of its own commands
     * @return the redirect to follow in another round; empty if this was the last one
     */
    public Optional<Reply.Failure> take(List<Reply> answers) {
        Reply.Failure redirect = batch.isGroup() ? takeGroup(answers) : takeRound(answers);
        return redirect == null || redirectsLeft-- == 0 ? Optional.empty() : Optional.of(redirect);
    }

    private Reply.@Nullable Failure takeGroup(List<Reply> answers) {
        List<Reply> executed = WireGroup.replies(batch, answers);
        for (int i = 0; i < replies.length; i++) {
            replies[i] = executed.get(i);
        }
        boolean isMoved = replies[0] instanceof Reply.Failure refused
                && !refused.mayHaveBeenApplied()
                && isRedirect(refused)
                && !isAsk(refused);
        return isMoved ? (Reply.Failure) replies[0] : null;
    }

    private Reply.@Nullable Failure takeRound(List<Reply> answers) {
        List<Integer> redirected = new ArrayList<>();
        Reply.Failure redirect = null;
        for (int i = 0; i < round.size(); i++) {
            Reply reply = answers.get(i);
            replies[round.get(i)] = reply;
            if (reply instanceof Reply.Failure failure && isRedirect(failure)) {
                redirected.add(round.get(i));
                redirect = redirect == null ? failure : redirect;
            }
        }
        if (redirected.size() < round.size()) {
            boolean isLastOneHere = round.contains(last() - 1) && !redirected.contains(last() - 1);
            Reply waited = answers.get(round.size());
            note(isLastOneHere || waited instanceof Reply.Failure ? waited : nobody(waited));
        }
        round = redirected;
        return redirect;
    }

    /** Returns one reply for each command of the batch. */
    public List<Reply> replies() {
        if (replies[last()] == null) {
            // Every command was redirected until the end.
            replies[last()] = replies[0];
        }
        return Collections.unmodifiableList(Arrays.asList(replies));
    }

    /** Returns whether a command that has failed in this way was not executed, and may be sent to another node. */
    public static boolean isRedirect(Reply.Failure failure) {
        String error = failure.serverError();
        return error != null && (error.startsWith("MOVED ") || isAsk(failure));
    }

    /** Returns whether the other node must be told, before each command, that it was asked for. */
    public static boolean isAsk(Reply.Failure redirect) {
        return redirect.serverError() != null && redirect.serverError().startsWith("ASK ");
    }

    /** Returns the address to which a redirect leads: host, colon and port; the host may be empty. */
    public static String target(Reply.Failure redirect) {
        String error = String.valueOf(redirect.serverError());
        return error.substring(error.lastIndexOf(' ') + 1);
    }

    private int last() {
        return all.size() - 1;
    }

    private void note(Reply waited) {
        Reply before = replies[last()];
        replies[last()] = before == null ? waited : lesser(before, waited);
    }

    private static Reply lesser(Reply one, Reply other) {
        if (one instanceof Reply.Int first && other instanceof Reply.Int second) {
            return new Reply.Int(Math.min(first.value(), second.value()));
        }
        if (one instanceof Reply.Ints first && other instanceof Reply.Ints second) {
            long[] least = new long[Math.min(first.values().length, second.values().length)];
            Arrays.setAll(least, i -> Math.min(first.values()[i], second.values()[i]));
            return new Reply.Ints(least);
        }
        return one instanceof Reply.Failure ? one : other;
    }

    private static Reply nobody(Reply waited) {
        return waited instanceof Reply.Ints both ? new Reply.Ints(new long[both.values().length]) : new Reply.Int(0);
    }
}
