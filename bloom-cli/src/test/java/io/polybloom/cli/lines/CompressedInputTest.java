package io.polybloom.cli.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.polybloom.cli.BloomCommand;
import io.polybloom.cli.Run;
import io.polybloom.cli.console.Console;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Input that is compressed, and input that only looks like it. */
class CompressedInputTest {

    private static final String[] DEDUP = {"dedup", "--capacity", "1000"};

    @TempDir
    Path directory;

    /** The formats that are recognised. */
    enum Format {
        GZIP,
        ZSTD;

        byte[] compress(String text) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = compressing(bytes)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }

        /** Writes its data so far whenever it is flushed. */
        OutputStream compressing(OutputStream out) throws IOException {
            return this == GZIP ? new GZIPOutputStream(out, true) : new ZstdOutputStreamNoFinalizer(out);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isReadFromFilesAndFromTheStandardInput(Format format) throws IOException {
        Path file = Files.write(directory.resolve("compressed"), format.compress("a\nb\na\n"));
        Path plain = Files.writeString(directory.resolve("plain"), "b\nc");
        Run run = Run.withInput(
                format.compress("d\na\n"), "dedup", "--capacity", "1000", file.toString(), plain.toString(), "-");
        assertEquals("a\nb\nc\nd\n", run.text(), run::toString);
        assertEquals(0, run.exitCode());
    }

    /** As {@code cat one.gz two.gz} makes it. */
    @ParameterizedTest
    @EnumSource
    void isReadToTheEndOfTheLastPiece(Format format) {
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        pieces.writeBytes(format.compress("a\nb\n"));
        pieces.writeBytes(format.compress("c\n"));
        Run run = Run.withInput(pieces.toByteArray(), DEDUP);
        assertEquals("a\nb\nc\n", run.text(), run::toString);
    }

    /** The JDK takes a pause between two pieces for the end of all. */
    @Test
    void isReadAfterAPauseOfItsWriter() throws Exception {
        try (PipedOutputStream producer = new PipedOutputStream();
                LineSource source = new LineSource(console(new PipedInputStream(producer)), List.of())) {
            producer.write(Format.GZIP.compress("a\nb\n"));
            producer.flush();
            assertEquals(List.of("a", "b"), text(source.nextBatch()), "not held back for what follows");
            Thread later = new Thread(() -> finish(producer, Format.GZIP.compress("c\n")));
            later.start();
            assertEquals(List.of("c"), text(source.nextBatch()));
            later.join();
            assertEquals(List.of(), source.nextBatch());
        }
    }

    /** In the middle of a piece, also of a block: as far as its writer has flushed it, a line can be had. */
    @ParameterizedTest
    @EnumSource
    void isAnsweredAsFarAsItHasArrived(Format format) throws Exception {
        PipedOutputStream producer = new PipedOutputStream();
        PipedOutputStream printed = new PipedOutputStream();
        Console console = new Console(new PipedInputStream(producer), printed, System.err, 0, false, System::nanoTime);
        CompletableFuture<Integer> exitCode =
                CompletableFuture.supplyAsync(() -> BloomCommand.run(console, "dedup", "--capacity", "9", "-q"));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(new PipedInputStream(printed)))) {
            OutputStream compressed = format.compressing(producer);
            for (String line : List.of("a", "b", "c")) {
                compressed.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                compressed.flush();
                assertEquals(line, lines.readLine());
            }
            compressed.close();
            assertEquals(0, exitCode.get(300, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void isAnErrorIfItEndsEarly(Format format) {
        byte[] whole = format.compress("a\nb\n");
        Run run = Run.withInput(Arrays.copyOf(whole, whole.length - 3), DEDUP);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.err().startsWith("bloom: -: the compressed data ends too early\n"), run::toString);
        assertTrue(run.err().contains("lines: ") || run.err().contains("line: "), run::toString);
    }

    /** What is dropped in silence is lost: the reader of gzip in the JDK takes it for padding. */
    @Test
    void isAnErrorIfSomethingElseFollows() {
        for (String piece : List.of("a\n", "a\nb\n".repeat(100_000))) {
            for (byte[] other : List.of(Format.ZSTD.compress("c\n"), "(".getBytes(), "no gzip at all".getBytes())) {
                ByteArrayOutputStream input = new ByteArrayOutputStream();
                input.writeBytes(Format.GZIP.compress("d\n"));
                input.writeBytes(Format.GZIP.compress(piece));
                input.writeBytes(other);
                Run run = Run.withInput(input.toByteArray(), DEDUP);
                assertEquals(1, run.exitCode(), run::toString);
                assertTrue(run.err().startsWith("bloom: -: what follows the data"), run::toString);
                assertTrue(run.text().startsWith("d\na\n"), run::toString);
            }
        }
    }

    @Test
    void isNotWhatOnlyBeginsLikeIt() {
        for (String text : List.of("(\n", "\u001f\n", "(", "\u001f\u008b\n", "(\u00b5/\n", "")) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            Run run = Run.withInput(bytes, DEDUP);
            assertEquals(0, run.exitCode(), run::toString);
            assertEquals(text.strip(), new String(run.out(), StandardCharsets.ISO_8859_1).strip());
        }
    }

    private static void finish(OutputStream producer, byte[] bytes) {
        try (producer) {
            producer.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Console console(PipedInputStream in) {
        return new Console(in, OutputStream.nullOutputStream(), System.err, 0, false, System::nanoTime);
    }

    private static List<String> text(List<byte[]> lines) {
        return lines.stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
    }
}
