package io.polybloom.glide;

import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns the futures of GLIDE into stages of replies, which never fail. */
final class Answers {

    /** Batches of one operation that may be in flight: a small part of the 1,000 requests that GLIDE allows. */
    static final int WINDOW = 16;

    private Answers() {}

    /** Returns the replies to commands that were sent as one batch. */
    static CompletionStage<List<Reply>> of(
            List<Command> commands, boolean isGroup, CompletableFuture<Object[]> answer) {
        return answer.handle((answers, failure) -> {
            if (failure == null) {
                return Replies.of(answers);
            }
            return isGroup
                    ? Replies.ofRefusedGroup(commands, failure)
                    : Collections.nCopies(commands.size(), Replies.failure(failure));
        });
    }

    /** Returns the replies to commands, each of which is sent by itself. */
    static CompletionStage<List<Reply>> each(List<Command> commands, Function<Command, CompletableFuture<?>> sending) {
        List<CompletableFuture<Reply>> replies = new ArrayList<>(commands.size());
        for (Command command : commands) {
            replies.add(sending.apply(command).handle(Answers::reply));
        }
        return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
                .thenApply(all -> replies.stream().map(CompletableFuture::join).toList());
    }

    private static Reply reply(@Nullable Object answer, @Nullable Throwable failure) {
        return failure == null ? Replies.of(answer) : Replies.failure(failure);
    }
}
