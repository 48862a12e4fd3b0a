package io.polybloom.tck.wrong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.wrong.backend.WrongBackend;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** No mistake is overlooked: the enum that has it is in the list, and one of three test classes tries it. */
class EveryMistakeTest {

    @Test
    void everyEnumOfMistakesIsListed() {
        Set<Class<?>> found = Set.copyOf(ReflectionSupport.findAllClassesInPackage(
                EveryMistakeTest.class.getPackageName(),
                type -> type.isEnum() && WrongBackend.class.isAssignableFrom(type),
                name -> true));
        Set<Class<?>> listed =
                WrongBackends.all().stream().map(Object::getClass).collect(Collectors.toSet());
        assertEquals(found, listed);
    }

    @Test
    void everyWrongBackendIsTriedOnce() {
        Stream<WrongBackend> tried = Stream.of(
                        new FirstWrongBackendsTest(), new SecondWrongBackendsTest(), new ThirdWrongBackendsTest())
                .map(WrongBackendsTests::backends)
                .flatMap(List::stream);
        assertEquals(names(WrongBackends.all().stream()), names(tried));
    }

    private static List<String> names(Stream<WrongBackend> backends) {
        return backends.map(WrongBackend::name).sorted().toList();
    }
}
