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

    private static final int COLUMNS = 120;

    private static final String INTRODUCTION = """
            # The rules

            A backend is an adapter for one client, in one flavour. It is compatible if it keeps every MUST below. A
            backend that breaks a SHOULD also fails a test, but is still compatible. A statistical rule is a measurement
            with fixed elements: see [what is left to chance](#what-is-left-to-chance).

            This page is generated from `io.polybloom.tck.rule.Rule`, and a test fails if it is stale. To regenerate it:

            ```
            ./mvnw -pl bloom-tck -am test -Dtest=RulesPageTest -Dsurefire.failIfNoSpecifiedTests=false \\
                -Dbloom.tck.docs=write
            ```

            ## Run the kit

            1. Put `io.polybloom:bloom-tck` and `org.junit.jupiter:junit-jupiter`, 5.10 or later, into the test scope of
               your adapter.
            2. Provide a Redis server, 6.2 or later: `com.github.codemonstur:embedded-redis` in the test scope, or
               `redis-server` on the `PATH`, or its path in `%s`. The kit starts and stops its
               servers; it needs neither Docker nor fixed ports.
            3. Implement `io.polybloom.tck.backend.Backend`: a name, and how your client connects to an address with a
               timeout. `NonBlockingFilters.of` presents an API that answers with futures, whatever their type.
            4. Extend the kit:
               `class MyTest extends BloomFilterCompatibilityKit { MyTest() { super(new MyBackend()); } }`
            5. Run it like any JUnit test, for example with `mvn test -Dtest=MyTest`. A smoke stage comes first: it
               opens a filter, adds an element, looks it up, and checks one error. If it fails, the class fails with one
               message, and none of its tests is run. The stage may take `%s` seconds, 15 by default; 0 skips it.
               `%s` names the rules and chapters to run: `mvn test -Dtest=MyTest -D%s=7.08`, or `7`,
               or `1,7.08`. The others are skipped; the report keeps their earlier results. Surefire's `-Dtest` finds
               only your class: a chapter is a class inside the kit, and `-Dtest` reaches neither it nor its methods.
            6. Read `target/bloom-tck/report.md` (`.json` for programs). It lists the rules by backend, and every
               violation with the place to look at. The property or JUnit parameter `%s` names another directory;
               several runs can write one report. A test that takes longer than `%s` seconds, 300 by default, fails.
            7. If your client lacks an ability, name it in `Backend.missing()` with the reason. It is reported, never
               silently skipped.
            8. A killed run leaves no server behind: each server ends with the JVM that started it.
            9. `%s=redis://[:password@]host[:port]` tests against your own server. The
               filters have unique names (`kit-...`) and are removed after each test. Tests that kill, pause or
               configure servers still start their own.

            ## Kill primaries

            The adapters of this repository have a drill that takes too long for every build. While threads add
            elements, it kills a primary with two replicas and three sentinels ten times, and ten primaries of a cluster
            with three replicas. Elements whose add has failed are added again. Each new element is first added
            by a client that does not wait for replicas. Before every second kill, the replicas fall behind: they stay
            connected, but do not execute what the primary sends, and lose it when the primary is killed. If all
            replicas have acknowledged the add of an element, that element must not be lost
            ([figures](clients.md#writes-that-outlive-a-failover)).

            ```
            ./mvnw -pl bloom-jedis,bloom-lettuce,bloom-redisson,bloom-vertx -am test \\
                -Dtest=FailoverTest \\
                -Dsurefire.failIfNoSpecifiedTests=false -Dpolybloom.kills=10
            ```

            ## Force a way of adding in bulk

            Bulk operations name bits, or transfer whole partitions where the network makes that worthwhile. The
            answers are the same in both cases. The filters of the kit are small, so most of its bulk adds name bits.
            On backends that support `io.polybloom.tck.backend.Way`, as those of this repository do,
            `%s` forces one way: `NOWHERE` (bits are always named), `TO_READ` (by adds),
            `WHERE_CHEAPER` (as in production) or `WHERE_POSSIBLE`. Every build runs the chapters that add in bulk with
            `WHERE_POSSIBLE` through Jedis and in memory, and with `NOWHERE` in memory. To run the whole kit with
            `WHERE_POSSIBLE`, through each adapter:

            ```
            ./mvnw -Plong -pl bloom-jedis,bloom-redisson,bloom-vertx -am test -Dtest=*CompatibilityTest \\
                -Dsurefire.failIfNoSpecifiedTests=false -D%s=WHERE_POSSIBLE
            ```

            ## Run both flavours of Lettuce and Redisson

            Both flavours of `bloom-lettuce` share one transport, and so do those of `bloom-redisson`. Every build runs
            a part of the kit on the blocking flavour (with `-Plong` the whole kit), and on the other flavour the
            chapters in which the two can differ. To run the whole kit on the other flavour:

            ```
            ./mvnw -Plong -pl bloom-lettuce,bloom-redisson -am test -Dtest=KitOfAsync \\
                -Dsurefire.failIfNoSpecifiedTests=false
            ```

            ## Let threads meet

            Some tests depend on how threads interleave: 16 threads that grow a filter, 5,000 calls at once, loads whose
            iterators use the client, expiries that are set at the same time. A run of the kit has one short round of
            each. To run 20 full rounds:

            ```
            ./mvnw -Plong -pl bloom-jedis,bloom-lettuce,bloom-redisson,bloom-vertx -am test \\
                -Dtest=*CompatibilityTest,AsyncFlavourTest,CallersCodeTest -Dbloom.tck.only=1.09,5.07,9.07 \\
                -Dsurefire.failIfNoSpecifiedTests=false -Dpolybloom.rounds=20
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

            ## Mistakes that do no harm

            The kit passes an adapter that makes one of these mistakes, because no caller can tell the difference:

            * `LOADING` is handed on as the cause of a command that was not sent. The core reads the server's error in
              the cause, so reason, message and `mayHaveBeenApplied()` are the same.
            * A null reply becomes an empty string, or 0. Only three commands can have one. `SET` has it with `NX` or
              `XX`, where the core does not read it. `BF.INFO` has it in place of an expansion rate, where 0 means the
              same. `EXEC` has it only after `WATCH`, which is never sent.
            * An interrupted wait is reported as no answer, with the `InterruptedException` as its cause, and the
              interrupt flag of the thread is not set again. The core sets it. If the flag of a thread is already set
              when it makes a call, the core sends nothing.
            * One error inside `EXEC` is returned for all commands of the group. The core reads the replies of a group
              together, so one missing reply leaves all elements of the group without an answer in any case.
            * A single command, or a group, of which only a part could be written is written again on another
              connection. The server executes nothing of an incomplete command, or of a group that lacks its `EXEC`.

            ## What is left to chance

            No verdict depends on time. The cost of a backend is counted in commands and bytes. The deadline of a test,
            one minute for a single answer, only ends a test that hangs. The elements are numbered, so a single client
            always gives the same bits and the same counts: such a test either fails when it is written, or never. If
            several clients run at once, chance decides which elements go to which layer. If names are drawn at random,
            chance decides their slots:

            | Rule | What chance decides | Bound | Chance of a false alarm |
            | --- | --- | --- | --- |
            | 1.03 to 1.06, 7.06 to 7.09 | a new element is a false positive, p = 1e-9 at capacity, the filter at most \
            40 % full | none | 1e-12 |
            | 4.03 | 64 partitions with a drawn name leave one of three nodes empty | none is empty | 2e-11 |
            | 6.03 | the number that 8 clients bring into a filter of 100,000 | 12 standard errors below, 1 % above | \
            1e-30 |
            | 6.04 | the number that 1, 4 or 8 clients bring into a filter of 1,000 | 6 standard errors, and a chunk \
            for each client | 4e-9 |
            | 6.08, 6.09 | the number of elements of 4 clients that a layer holds when it is sealed | 10 standard \
            errors | 2e-23 |
            | 14.02 | the number of 40,000 absent elements that are found in a filter during a rebuild, p = 0.01 | \
            540 found | 1e-11 |
            | 17.01 | how many of 100 sets are counted within one standard error, and whether all are within six | \
            at least 42 | 0, since the elements are always the same; 3e-7 for others |

            Seven backends run in this repository. The chance of a false alarm in any of them is less than 3e-8.
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
                page.append("\n## " + chapter.number() + ". " + chapter.title() + "\n\n" + wrapped(chapter.summary())
                        + "\n");
                rules.forEach(rule -> page.append(entry(rule)));
            }
        }
        return page.append(CHANCES).toString();
    }

    private static String entry(Rule rule) {
        String kind = rule.kind() == Rule.Kind.STATISTICAL ? ", statistical" : "";
        return "\n### " + rule.id() + " " + rule.level() + kind + "\n\n" + wrapped(rule.sentence()) + "\n\n"
                + wrapped("*Intent:* " + rule.intent() + "<br>") + "\n"
                + wrapped("*If it fails, check* " + rule.check()) + "\n";
    }

    private static String wrapped(String paragraph) {
        StringBuilder lines = new StringBuilder();
        int column = 0;
        for (String word : paragraph.split(" ")) {
            boolean fits = column + 1 + word.length() <= COLUMNS;
            lines.append(column == 0 ? "" : fits ? " " : "\n").append(word);
            column = fits && column > 0 ? column + 1 + word.length() : word.length();
        }
        return lines.toString();
    }
}
