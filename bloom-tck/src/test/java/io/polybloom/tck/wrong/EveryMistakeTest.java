package io.polybloom.tck.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.group.PlainTransport;
import io.polybloom.tck.wrong.later.LaterFilters;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** No mistake is overlooked: it is in the list of its package, and one of three test classes tries it. */
class EveryMistakeTest {

    /**
     * The classes that are right until a subclass changes them, and the interface of a mistake that connects by itself.
     */
    private static final List<Class<?>> RIGHT =
            List.of(Change.class, ChangedTransport.class, Connector.class, LaterFilters.class, PlainTransport.class);

    @Test
    void everyMistakeIsListed() {
        List<String> found = ReflectionSupport.findAllClassesInPackage(
                        EveryMistakeTest.class.getPackageName(), EveryMistakeTest::isMistake, name -> true)
                .stream()
                .map(Class::getName)
                .sorted()
                .toList();
        List<String> listed = WrongBackends.all().stream()
                .map(backend -> backend.mistake().getName())
                .sorted()
                .toList();
        assertEquals(found, listed);
    }

    @Test
    void everyWrongBackendIsTriedOnce() {
        Stream<WrongBackend> tried = Stream.of(
                        FirstWrongBackendsTest.exactlyTheExpectedRulesFail(),
                        SecondWrongBackendsTest.exactlyTheExpectedRulesFail(),
                        ThirdWrongBackendsTest.exactlyTheExpectedRulesFail())
                .flatMap(List::stream);
        assertEquals(names(WrongBackends.all().stream()), names(tried));
    }

    private static List<String> names(Stream<WrongBackend> backends) {
        return backends.map(WrongBackend::name).sorted().toList();
    }

    private static boolean isMistake(Class<?> type) {
        boolean changesWhatIsRight = RIGHT.stream().anyMatch(right -> right != type && right.isAssignableFrom(type));
        boolean isWhole = type.getEnclosingClass() == null && !Modifier.isAbstract(type.getModifiers());
        return type.isAnnotationPresent(Breaks.class) || changesWhatIsRight && isWhole;
    }
}
