package io.polybloom.spring.integration;

import io.polybloom.kill.Halting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.IntegrationMessageHeaderAccessor;
import org.springframework.integration.acks.AcknowledgmentCallback;
import org.springframework.integration.core.MessageSource;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;

/**
 * Delivers the lines of a file from a committed position on. Spring Integration acknowledges each when its flow has
 * returned. The position is committed after each tenth line only, as consumers of logs do, so a crash makes up to ten
 * lines come again, of which most have been processed.
 */
final class LineSource implements MessageSource<String> {

    /** The header with the number of a line, from 0. */
    static final String LINE = "line";

    private static final int COMMIT_EVERY = 10;

    private final List<String> lines;
    private final Path position;
    private final Halting halting;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private int next;

    /** Goes on at the position that an earlier process has committed to a file. */
    LineSource(Path input, Path position, Halting halting) throws IOException {
        this.lines = Files.readAllLines(input);
        this.position = position;
        this.halting = halting;
        this.next = committed(position);
    }

    /** Returns the number of lines that are not delivered again; 0 if the file does not exist. */
    static int committed(Path position) throws IOException {
        return Files.exists(position) ? Integer.parseInt(Files.readString(position)) : 0;
    }

    /** Ends when all lines have been acknowledged, and fails when one is rejected. */
    Future<Void> end() {
        return end;
    }

    @Override
    public @Nullable Message<String> receive() {
        if (next == lines.size() || end.isDone()) {
            end.complete(null);
            return null;
        }
        halting.place();
        int line = next++;
        AcknowledgmentCallback acknowledgment = status -> acknowledge(line, status);
        return MessageBuilder.withPayload(lines.get(line))
                .setHeader(LINE, line)
                .setHeader(IntegrationMessageHeaderAccessor.ACKNOWLEDGMENT_CALLBACK, acknowledgment)
                .build();
    }

    private void acknowledge(int line, AcknowledgmentCallback.Status status) {
        if (status != AcknowledgmentCallback.Status.ACCEPT) {
            end.completeExceptionally(new IllegalStateException("Line " + line + " failed: " + status));
            return;
        }
        halting.place();
        int processed = line + 1;
        if (processed % COMMIT_EVERY == 0 || processed == lines.size()) {
            commit(processed);
            halting.place();
        }
    }

    private void commit(int processed) {
        try {
            Path written = Files.writeString(position.resolveSibling("position.new"), String.valueOf(processed));
            Files.move(written, position, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
