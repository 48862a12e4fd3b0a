package io.polybloom.tck.chapter.othersystem;

import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.SpecMismatchException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.chapter.failure.FailureTests;
import io.polybloom.tck.fixture.BadDay;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.Together;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Accidents that befall a filter of another system that is open: every operation throws an exception that says what
 * happened.
 */
public abstract class OtherSystemAccidentTests extends KitTests {

    /** A layout that stores its parameters, one that does not, and one with keys of its own. */
    private static final List<String> LAYOUTS = List.of("redisson", "go-zero", "bkdr");

    @TestFactory
    @Checks("11.03")
    List<DynamicTest> parametersThatWereDeleted() {
        return vouching(BadDay.of(FilterGoneException.class, "gone"), "DEL");
    }

    @TestFactory
    @Checks("11.03")
    List<DynamicTest> parametersThatWereChanged() {
        return vouching(BadDay.of(SpecMismatchException.class, "9586"), "HSET", "size", "9586");
    }

    /** What an operation writes before it notices the accident is not undone, so the keys are not compared. */
    private List<DynamicTest> vouching(BadDay expected, String command, String... arguments) {
        List<DynamicTest> rows = new ArrayList<>();
        FailureTests.QUESTIONS.forEach((name, question) -> rows.add(row(name, () -> {
            FilterSpec spec = OtherSystem.of("redisson").spec(freshName());
            BloomFilter<CharSequence> filter = open(filters(), spec);
            filter.add("present");
            List<Object> words = new ArrayList<>(List.of(command, OtherSystemTests.config(spec.name())));
            words.addAll(List.of(arguments));
            try (RespClient redis = standalone().client()) {
                redis.call(words.toArray());
            }
            expected.assertFailure(null, () -> question.accept(filter));
        })));
        return rows;
    }

    @TestFactory
    @Checks("11.05")
    @Needs(Capability.SERVER)
    List<DynamicTest> bitsOfAnotherType() {
        return meets(BadDay.of(ForeignDataException.class, "another type"), PATIENT, day -> {
            try (RespClient redis = day.server().client()) {
                redis.call("DEL", day.key());
                redis.call("RPUSH", day.key(), "x");
            }
        });
    }

    @TestFactory
    @Checks("11.05")
    @Needs(Capability.SERVER)
    List<DynamicTest> anErrorOfTheServer() {
        return meets(
                BadDay.of(Reason.LOADING, "try again later"),
                PATIENT,
                day -> day.front().answer("-LOADING Redis is loading the dataset in memory"));
    }

    @TestFactory
    @Checks("11.05")
    @Needs(Capability.SERVER)
    List<DynamicTest> aServerThatWasKilled() {
        return meets(BadDay.unreachable(null), IMPATIENT, Day::kill);
    }

    /** Asks all questions at once, since each may have to wait for the timeout of the client. */
    private List<DynamicTest> meets(BadDay expected, Duration timeout, Consumer<Day> event) {
        List<DynamicTest> rows = new ArrayList<>();
        for (String layout : LAYOUTS) {
            rows.add(row(layout, () -> {
                try (RedisServer server = RedisServer.start();
                        ScriptedServer front = ScriptedServer.inFrontOf(server)) {
                    OtherSystem system = OtherSystem.of(layout);
                    String name = freshName();
                    open(connect(Target.standalone(server.uri())), system.spec(name))
                            .add("present");
                    BloomFilter<CharSequence> filter = openAgain(front.uri(), timeout, system.spec(name));
                    event.accept(new Day(server, front, system.key(name)));
                    List<Callable<Object>> questions = new ArrayList<>();
                    for (Consumer<BloomFilter<CharSequence>> question : FailureTests.QUESTIONS.values()) {
                        questions.add(Executors.callable(
                                () -> expected.assertFailure(server, () -> question.accept(filter))));
                    }
                    Together.call(questions);
                }
            }));
        }
        return rows;
    }

    /**
     * The target of an accident.
     *
     * @param server the server that holds the filter
     * @param front the server to which the client is connected
     * @param key the key of the bits
     */
    private record Day(RedisServer server, ScriptedServer front, String key) {

        /** Ends the server, so that nobody listens any more at the address of the client's connection. */
        void kill() {
            server.kill();
            front.close();
        }
    }
}
