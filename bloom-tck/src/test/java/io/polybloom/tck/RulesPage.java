package io.polybloom.tck;

import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Way;
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
            fixed elements: see [what is left to chance](#what-is-left-to-chance).

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

            ## Force a way of adding in bulk

            Bulk operations name bits, or take whole partitions where that is cheaper, and answer the same either way. The filters
            of the kit are small, so most of its bulk adds name bits. `%s` forces a way upon backends that honour
            `io.polybloom.tck.backend.Way`, as those of this repository do: `TO_READ` (adds always name their bits),
            `WHERE_CHEAPER` (as in production) or `WHERE_POSSIBLE`. Every build runs the chapters that add in bulk once with
            `WHERE_POSSIBLE`, through Jedis; this runs the whole kit so, through each adapter:

            ```
            ./mvnw -pl bloom-jedis,bloom-redisson,bloom-vertx -am test -Dtest=*CompatibilityTest -Dsurefire.failIfNoSpecifiedTests=false -D%s=WHERE_POSSIBLE
            ```

            ## Let threads meet

            Some tests of the adapters depend on how threads meet: 16 threads that grow a filter, 5,000 calls at once, loads whose
            iterators use the client, expiries that are set at the same time. Every build runs one small round of each; this
            runs 20 whole ones:

            ```
            ./mvnw -pl bloom-jedis,bloom-redisson,bloom-vertx -am test -Dtest=*ManyThreadsTest,AtOnceTest,CallersCodeTest -Dsurefire.failIfNoSpecifiedTests=false -Dpolybloom.rounds=20
            ```
            """.formatted(
                    RedisBinary.VARIABLE,
                    SmokeStage.LIMIT,
                    Selection.ONLY,
                    Selection.ONLY,
                    Report.DIRECTORY,
                    RuleExtension.LIMIT,
                    RunningServer.VARIABLE,
                    Way.PROPERTY,
                    Way.PROPERTY);

    private static final String CHANCES = """

            ## What is left to chance

            No verdict depends on time: what a backend costs is counted in commands and bytes, and the deadline of a test, one minute
            for a single answer, only ends one that hangs. The elements are numbered, so one client always gives the same bits and
            the same counts: such a test can fail once, when it is written, and never again. Where several clients run
            at once, chance decides which elements meet which layer, and where names are drawn, which slot:

            | Rule | What chance decides | Bound | Chance of a false alarm |
            | --- | --- | --- | --- |
            | 1.03 to 1.06, 7.06 to 7.09 | a new element is a false positive, p = 1e-9 at capacity, the filter at most 40 % full | none | 1e-12 |
            | 4.03 | 64 partitions with a drawn name leave one of three nodes empty | none is empty | 2e-11 |
            | 6.03 | the number that 8 clients bring into a filter of 100,000 | 12 standard errors below, 1 % above | 1e-30 |
            | 6.04 | the number that 4 or 8 clients bring into a filter of 1,000 | 6 standard errors, and a batch for each client | 4e-9 |
            | 6.08, 6.09 | how many of the elements of 4 clients a layer holds when it is sealed | 10 standard errors | 2e-23 |

            Five backends run in this repository: together, their false alarms have a chance of less than 3e-8.
            """;

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
        return page.append(CHANCES).toString();
    }

    private static String entry(Rule rule) {
        String kind = rule.kind() == Rule.Kind.STATISTICAL ? ", statistical" : "";
        return "\n### " + rule.id() + " " + rule.level() + kind + "\n\n" + rule.sentence() + "\n\n*Intent:* "
                + rule.intent() + "<br>\n*If it fails, check* " + rule.check() + "\n";
    }
}
