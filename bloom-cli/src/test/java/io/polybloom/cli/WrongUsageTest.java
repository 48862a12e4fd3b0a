package io.polybloom.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong usage: two short lines, exit code 2, nothing started and nothing printed. */
class WrongUsageTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        dedpu                                            | unknown command 'dedpu'; did you mean 'dedup'?
        dedup --capcity 5                                | Unknown option: '--capcity'; did you mean '--capacity'?
        dedup                                            | an embedded Redis has no filter yet
        dedup --name x                                   | an embedded Redis has no filter yet
        dedup --capacity 0                               | capacity must be at least 1, not 0
        dedup --capacity -5                              | capacity must be at least 1, not -5
        dedup --capacity many                            | 'many' is not a whole number
        dedup --capacity 99999999999999999999            | is not a whole number below 2^63
        dedup --capacity 5 --fpp 0                       | must lie between 0 and 1
        dedup --capacity 5 --fpp 1                       | must lie between 0 and 1
        dedup --capacity 5 --fpp NaN                     | 'NaN' is not a rate such as 0.01, 1% or 1e-9
        dedup --capacity 5 --fpp 100%                    | must lie between 0 and 1
        dedup --capacity 5 --fpp 1%%                     | '1%%' is not a rate
        dedup --capacity 1.5                             | '1.5' is not a whole number below 2^63
        dedup --capacity 1e-3                            | '1e-3' is not a whole number such as
        dedup --capacity 1e9999999999                    | '1e9999999999' is not a whole number such as
        dedup --capacity 1e15                            | partitions, more than 16777216: ask for fewer elements
        dedup --capacity 10_                             | '10_' is not a whole number such as
        dedup --capacity 10MB                            | '10MB' is not a whole number such as
        dedup --capacity 9300000T                        | '9300000T' is not a whole number below 2^63
        dedup --bits 9 --hashes 3G                       | '3G' is not a whole number below 2^31
        dedup --capacity 5 --partitions 0                | partitions must be from 1 to 16777216
        dedup --capacity 5 --layout none                 | unknown layout 'none'
        dedup --capacity 5 --over-capacity explode       | 'explode' is not one of degrade, reject, grow
        dedup --capacity 5 --client radix                | 'radix' is not one of jedis, lettuce, redisson, vertx
        dedup --capacity 5 --bits 9 --hashes 2           | either capacity and rate, or bits and hashes
        dedup --bits 9                                   | bits and hashes must be given together
        dedup --bits 9 --hashes 65                       | from 1 to 64
        dedup --bits 0 --hashes 1                        | bits must be at least 1
        dedup --bits 9 --hashes 2 --fpp 0.1              | either capacity and rate, or bits and hashes
        dedup --capacity 5 --window 10x                  | '10x' is not a duration such as 30s, 10m, 24h or 7d
        dedup --capacity 5 --window 0m                   | '0m' is not a duration
        dedup --capacity 5 --window -1m                  | '-1m' is not a duration
        dedup --capacity 5 --window 9999999999999999d    | '9999999999999999d' is too long a duration
        dedup --capacity 5 --window 3651d                | at most 3650 days, not 3651
        dedup --capacity 5 --window 1s --slices 6        | 1s cannot be divided into 6 slices
        dedup --capacity 5 --window 1m --slices 0        | a window must have 1 to 63 slices, not 0
        dedup --capacity 5 --window 1m --slices 65       | a window must have 1 to 63 slices, not 65
        dedup --capacity 5 --slices 2                    | --slices needs --window
        dedup --window 1m --slices 2                     | --window and --slices need --capacity
        dedup --bits 9 --hashes 2 --window 1m            | needs a capacity
        dedup --capacity 5 --layout redisson --window 1m | leave out window
        load --capacity 5 --window 1m --over-capacity reject | cannot reject
        add --capacity 5 --window 1m --over-capacity grow | cannot grow
        explain --capacity 5 --window 1m                 | depend on the time
        plan --capacity 5 --slices 2                     | --slices needs --window
        demo --count 5 --window 1m                       | leave out --window
        dedup --fpp 0.1                                  | --fpp needs --capacity, or --bits and --hashes
        dedup --layout classic-v1 --partitions 2         | --layout and --partitions need --capacity
        dedup --capacity 5 --name a{b                    | braces
        dedup --capacity 5 --name=                       | name
        dedup --capacity 5 --field 0                     | counted from 1
        dedup --capacity 5 --field 1,x                   | 'x' is not a whole number
        dedup --capacity 5 --delimiter ,                 | --delimiter needs --field
        dedup --capacity 5 --field 1 --delimiter=        | must not be empty
        dedup --capacity 5 --redis localhost             | 'localhost' is not the address of a Redis server
        dedup --capacity 5 --redis redis://h             | no filter is named: use --name NAME
        dedup --name x --redis redis://h --data-dir d    | either --redis or --data-dir
        check                                            | no server is named: use --redis URI or --data-dir DIR
        info --name x                                    | no server is named: use --redis URI or --data-dir DIR
        delete --name x                                  | no server is named: use --redis URI or --data-dir DIR
        clear x                                          | no server is named: use --redis URI or --data-dir DIR
        list                                             | no server is named: use --redis URI or --data-dir DIR
        check --name x --redis redis://h --present --absent | mutually exclusive
        info x --redis redis://h --capacity 5 --fpp 1%   | leave out --capacity and --fpp
        info x --redis redis://h --layout blocked-v1     | leave out --layout
        info x --redis redis://h --partitions 5          | Unknown options: '--partitions'
        info x --redis redis://h:70000                   | the port must be from 1 to 65535
        info x --redis redis://h/x                       | is not the address of a Redis server
        info x --redis redis-cluster://h/1               | a cluster has no database numbers
        info x --redis redis-sentinel://h:1              | the name of the primary is missing: use redis-sentinel://
        info x --redis redis://h --insecure              | need an encrypted connection: use rediss://
        info x --redis rediss://h --cert f               | --cert and --key must be given together
        info x --redis rediss://h --cacert f --insecure  | either --cacert or --insecure
        dedup --capacity 5 --insecure                    | need a server: use --redis URI
        expire x --at 2030-01-01T00:00:00Z               | no server is named: use --redis URI or --data-dir DIR
        expire x --redis redis://h                       | Missing required argument
        expire x --never --at 2030-01-01T00:00:00Z       | mutually exclusive
        expire x --redis redis://h --at 2030-01-01       | '2030-01-01' is not a time with an offset
        add --capacity 5 --field 0                       | counted from 1
        load --capacity 5 --delimiter ,                  | --delimiter needs --field
        add --capacity 5 --elements text-12345678        | 'text-12345678' is not one of utf-8, utf-16le
        demo --elements int64-le                         | Unknown options: '--elements'
        explain --capacity 5 --hex --crlf                | with --hex, a line is the bytes of its element
        check --name x --redis redis://h --capacity 5    | leave out --capacity
        check --name x --redis redis://h --window 1m     | Unknown option: '--window'
        remove --name x --redis redis://h --keyed        | Unknown option: '--keyed'
        export --name x --redis redis://h --snapshot f --partitions 2 | Unknown options: '--partitions'
        check --redis redis://h                          | no filter is named: use --name NAME
        explain                                          | an embedded Redis has no filter yet
        plan                                             | Missing required option: '--capacity=N'
        plan --capacity 0                                | capacity must be at least 1
        plan --capacity 9000000000000000000 --fpp 1e-300 | no filter can be that large
        demo --count 0                                   | --count must be at least 1
        demo --redis redis://h --data-dir d              | either --redis or --data-dir
        info --name x --redis redis://h extra            | the filter is named twice
        info x --redis redis://h extra                   | Unmatched argument
        """)
    void isExplainedInOneLine(String arguments, String fragment) {
        Run run = Run.withInput("line\n", arguments.split(" "));
        assertEquals(2, run.exitCode(), run::toString);
        assertEquals("", run.text());
        assertEquals(2, run.err().lines().count(), run::toString);
        assertTrue(run.err().startsWith("bloom: "), run::toString);
        assertTrue(run.err().contains(fragment), run::toString);
        assertTrue(run.err().lines().toList().get(1).matches("Try 'bloom( [a-z]+)? --help'\\."), run::toString);
    }

    @Test
    void refusesNamesThatTheLocaleGarbles() {
        Run run = Run.of("dedup", "--capacity", "5", "--name", "caf\uFFFD");
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("has characters that this locale cannot represent"), run::toString);
    }

    @Test
    void nothingAtAllShowsTheHelp() {
        Run run = Run.of();
        assertEquals(2, run.exitCode());
        assertEquals("", run.text());
        assertTrue(run.err().startsWith("Usage: bloom "), run::toString);
    }

    @Test
    void everyCommandHasHelp() {
        Set<String> commands = Run.commands();
        assertTrue(
                commands.containsAll(Set.of("dedup", "list", "clear", "expire", "acl", "watch")), commands::toString);
        commands.remove("help");
        for (String command : commands) {
            Run run = Run.of(command, "--help");
            assertEquals(0, run.exitCode());
            assertEquals("", run.err());
            assertTrue(run.text().startsWith("Usage: bloom " + command + " "), run.text());
            assertEquals(run.text(), Run.of("help", command).text());
        }
    }

    /** A user who puts it in front of important work reads there about the cost of a kill, and the remedy. */
    @Test
    void theHelpSaysWhatIsGuaranteed() {
        String help = Run.of("dedup", "--help").text().replaceAll("\\s+", " ");
        for (String sentence : List.of(
                "If a run is killed, the lines that it has added but not printed are lost.",
                "With --at-least-once or --writer, no line is lost",
                "--at-least-once Lose no line if the run is killed",
                "With it, no line is lost if the run is killed: the next run with the same NAME")) {
            assertTrue(help.contains(sentence), () -> sentence + " " + help);
        }
    }

    @Test
    void debugShowsTheTrace() {
        Run run = Run.of("--debug", "plan", "--capacity", "0");
        assertTrue(run.err().contains("\tat io.polybloom."), run::toString);
        assertEquals(
                run.err().lines().toList().get(0),
                Run.of("plan", "--capacity", "0").err().lines().toList().get(0));
    }
}
