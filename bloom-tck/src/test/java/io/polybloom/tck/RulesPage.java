package io.polybloom.tck;

import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.judge.RuleExtension;
import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.report.Report;
import io.polybloom.tck.rule.Chapter;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.server.RedisBinary;
import io.polybloom.tck.server.RunningServer;
import java.util.List;

/** Writes {@code docs/rules.md}. */
final class RulesPage {

    private static final String INTRODUCTION = """
            # The rules

            A backend is an adapter on one client, in one flavour. It is compatible when it keeps every MUST below. A SHOULD fails
            its test too, but a backend that breaks it is only worse than it could be. A statistical rule is a measurement with
            fixed elements; its test states the chance of failing for a correct backend, less than one in a million.

            This page is generated from `io.polybloom.tck.rule.Rule`, and a test fails when it is stale. To write it anew:

            ```
            mvn -pl bloom-tck -am test -Dtest=RulesPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dbloom.tck.docs=write
            ```

            ## Run the kit

            1. Put `io.polybloom:bloom-tck` and `org.junit.jupiter:junit-jupiter`, 5.10 or later, into the test scope of your adapter.
            2. Have a Redis server, 6.2 or later: `com.github.codemonstur:embedded-redis` in the test scope, or `redis-server` on
               the `PATH`, or its path in `%s`. No Docker, no fixed ports: the kit starts and ends its servers.
            3. Implement `io.polybloom.tck.backend.Backend`: a name, and how your client connects to an address with a timeout.
            4. Extend the kit: `class MyTest extends BloomFilterCompatibilityKit { MyTest() { super(new MyBackend()); } }`
            5. Run it like any test of JUnit, with `mvn test -Dtest=MyTest` for example. A smoke stage comes first: it opens a filter,
               adds, asks and looks at one error. If it fails, the class fails with one message, and none of its tests is run. It
               may take `%s` seconds, 15 by default; 0 leaves it out.
               `%s` names the rules and chapters to run: `mvn test -Dtest=MyTest -D%s=7.08`, or `7`, or
               `1,7.08`. The others are skipped; the report keeps what an earlier run has said of them. Surefire's `-Dtest`
               finds only your class: a chapter is a class inside the kit, and `-Dtest` reaches neither it nor its methods.
            6. Read `target/bloom-tck/report.md` (`.json` for programs): rule by backend, and every violation with where to look.
               The property or JUnit parameter `%s` names another directory; several runs write into one report.
               A test that takes longer than `%s` seconds, 300 by default, has failed.
            7. What your client cannot do, say in `Backend.missing()` with the reason: it is reported, never skipped in silence.
            8. A run that is killed leaves no server behind: each ends with the JVM that has started it.
            9. `%s=redis://[:password@]host[:port]` tests against a server of yours, with filters of names of its own
               (`kit-...`, removed after each test); tests that kill, pause or configure servers still start their own.

            ## Kill a primary behind sentinels

            The adapters of this repository have a drill that takes too long for every build: a primary with two replicas and three
            sentinels is killed ten times while threads add, and no add that both replicas have acknowledged may be lost.

            ```
            ./mvnw -pl bloom-jedis,bloom-redisson,bloom-vertx -am test -Dtest=SentinelTest -Dsurefire.failIfNoSpecifiedTests=false -Dpolybloom.kills=10
            ```
            """.formatted(
                    RedisBinary.VARIABLE,
                    SmokeStage.LIMIT,
                    Selection.ONLY,
                    Selection.ONLY,
                    Report.DIRECTORY,
                    RuleExtension.LIMIT,
                    RunningServer.VARIABLE);

    private RulesPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        page.append("\n## What a backend may lack\n\n| Capability | A backend that has it |\n| --- | --- |\n");
        for (Capability capability : Capability.values()) {
            page.append("| `" + capability + "` | " + capability.meaning() + " |\n");
        }
        for (Chapter chapter : Chapter.values()) {
            List<Rule> rules = Rule.of(chapter);
            if (!rules.isEmpty()) {
                page.append("\n## " + chapter.number() + ". " + chapter.title() + "\n\n" + chapter.summary() + "\n");
                rules.forEach(rule -> page.append(entry(rule)));
            }
        }
        return page.toString();
    }

    private static String entry(Rule rule) {
        String kind = rule.kind() == Rule.Kind.STATISTICAL ? ", statistical" : "";
        return "\n### " + rule.id() + " " + rule.level() + kind + "\n\n" + rule.sentence() + "\n\n*Intent:* "
                + rule.intent() + "<br>\n*If it fails, check* " + rule.check() + "\n";
    }
}
