package io.polybloom.cli.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion that picocli makes for shells: completions and man pages. */
class ShellHelpTest {

    @TempDir
    Path directory;

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        Run run = Run.of("completion", "bash");
        assertEquals(0, run.exitCode(), run::toString);
        Path script = Files.writeString(directory.resolve("completion"), run.text());
        assertEquals("demo dedup delete", completed(script, "bloom de"));
        assertEquals("--partitions --password-file", completed(script, "bloom add --pa"));
        assertEquals("delete", completed(script, "bloom help del"));
        Files.writeString(directory.resolve("access.log"), "");
        for (String before : List.of("dedup", "dedup --strict", "dedup --unknown", "check --password-file")) {
            assertEquals("access.log", completed(script, "bloom " + before + " acc"));
        }
        assertEquals("jedis lettuce redisson vertx", completed(script, "bloom info --client "));
        assertEquals("degrade reject grow", completed(script, "bloom plan --over-capacity "));
        assertEquals("bash zsh", completed(script, "bloom completion "));
    }

    @Test
    void zshReadsTheSameScript() {
        Run run = Run.of("completion", "zsh");
        assertEquals(Run.of("completion", "bash").text(), run.text());
        assertTrue(run.text().contains("bashcompinit"), "zsh must be told to read completions of bash");
        Run.assertFails("'fish' is not one of bash, zsh", 2, Run.of("completion", "fish"));
    }

    @Test
    void everyCommandHasAManPage() throws IOException {
        Run run = Run.of("gen-manpage", "--outdir", directory.toString());
        assertEquals(0, run.exitCode(), run::toString);
        for (String command : List.of("dedup", "info", "acl", "watch")) {
            String page = Files.readString(directory.resolve("bloom-" + command + ".adoc"));
            assertTrue(page.contains("bloom-" + command + "(1)"), page);
            assertTrue(page.contains("*--redis*") || command.equals("acl"), page);
        }
        assertFalse(Run.of("--help").text().contains("gen-manpage"), "it is for those who package the command line");
    }

    /** Asks bash for its completions of the last word. */
    private static String completed(Path script, String line) throws IOException, InterruptedException {
        String[] words = line.split(" ", -1);
        String question = "source " + script + "; COMP_WORDS=('" + String.join("' '", words) + "'); COMP_CWORD="
                + (words.length - 1) + "; COMP_LINE='" + line + "'; _complete_bloom; echo ${COMPREPLY[@]}";
        Process bash = new ProcessBuilder("bash", "-c", question)
                .directory(script.getParent().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(bash.getInputStream().readAllBytes()).strip();
        assertEquals(0, bash.waitFor(), answer);
        return answer;
    }
}
