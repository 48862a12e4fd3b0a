package io.polybloom.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.spi.Verb;
import io.polybloom.tck.chapter.host.HostUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "clients.md");

    @Test
    void thePageNamesTheCommandsThatEachUseNeeds() throws IOException {
        String table = "| use | commands |\n|---|---|\n| every filter of a native layout | "
                + names(HostUse.everyFilter()) + " |\n"
                + Stream.of(HostUse.values()).map(HostsPageTest::row).collect(Collectors.joining());
        assertTrue(Files.readString(PAGE).contains(table), () -> PAGE + " lacks this table:\n" + table);
    }

    private static String row(HostUse use) {
        boolean isNative = use.needs().containsAll(HostUse.everyFilter());
        Collection<Verb> own = use.needs().stream()
                .filter(verb -> !isNative || !HostUse.everyFilter().contains(verb))
                .toList();
        String others = own.isEmpty() ? "" : names(own);
        return "| " + use.words() + " | "
                + (own.isEmpty() ? "no others" : isNative ? "and " + others : "only " + others) + " |\n";
    }

    private static String names(Collection<Verb> verbs) {
        return verbs.stream().map(verb -> "`" + verb.wireName() + "`").sorted().collect(Collectors.joining(" "));
    }
}
