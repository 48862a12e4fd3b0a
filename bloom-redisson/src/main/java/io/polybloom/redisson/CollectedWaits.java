package io.polybloom.redisson;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.List;
import org.redisson.client.protocol.RedisCommand;

/**
 * The command at the end of a batch that waits for replicas, with all replies to it: Redisson sends it once more after
 * commands that were redirected. Every node must have enough replicas, so the smallest reply counts. If commands were
 * redirected, some of them may have been executed elsewhere than the one before this command, which the server is sure
 * to propagate; then nobody has acknowledged them, unless each of them is propagated by itself. Thread-safe.
 */
final class CollectedWaits {

    private final Command before;
    private final Command wait;
    private final List<long[]> answers = new ArrayList<>();

    /**
     * Prepares the command.
     *
     * @param before the last command before it
     */
    CollectedWaits(Command before, Command wait) {
        this.before = before;
        this.wait = wait;
    }

    /** Returns the command that Redisson sends. What it returns to Redisson has the types that Redisson expects. */
    RedisCommand<Object> command() {
        return wait.verb() == Verb.WAIT
                ? new RedisCommand<>(wait.verb().wireName(), answer -> note((Number) answer))
                : new RedisCommand<>(wait.verb().wireName(), (parts, state) -> note(parts));
    }

    Object[] words() {
        return wait.words();
    }

    private Object note(Number answer) {
        note(new long[] {answer.longValue()});
        return answer.intValue();
    }

    private Object note(List<?> parts) {
        note(parts.stream().mapToLong(part -> ((Number) part).longValue()).toArray());
        return parts.stream().map(part -> ((Number) part).intValue()).toList();
    }

    private synchronized void note(long[] answer) {
        answers.add(answer);
    }

    /** Returns the replies to the batch with the one that counts in the last place. */
    synchronized List<Reply> judge(List<Reply> replies) {
        int last = replies.size() - 1;
        if (replies.get(last) instanceof Reply.Failure || answers.isEmpty()) {
            return replies;
        }
        long[] least = answers.get(0).clone();
        boolean vouches = answers.size() == 1 || (before.verb() == Verb.BITFIELD && before.isWrite());
        for (long[] answer : answers) {
            for (int i = 0; i < least.length; i++) {
                least[i] = vouches ? Math.min(least[i], answer[i]) : 0;
            }
        }
        List<Reply> judged = new ArrayList<>(replies);
        judged.set(last, wait.verb() == Verb.WAIT ? new Reply.Int(least[0]) : new Reply.Ints(least));
        return judged;
    }
}
