package io.polybloom.tck.judge;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records the most recent operations of a test and their outcomes, for its report. Thread-safe. */
public final class Journal {

    private static final int REMEMBERED = 8;
    private static final int SHOWN_ELEMENTS = 4;

    private final Deque<String> entries = new ArrayDeque<>();
    private int clients;

    /** Returns filters that behave like the given ones and record their operations in this journal. */
    public synchronized BloomFilters following(BloomFilters filters) {
        clients++;
        return following(BloomFilters.class, filters, "client " + clients);
    }

    /** Returns the most recent operations, in the order in which they ended. */
    public synchronized List<String> last() {
        return List.copyOf(entries);
    }

    /** Starts over. */
    public synchronized void clear() {
        entries.clear();
        clients = 0;
    }

    private <T> T following(Class<T> type, Object followed, String who) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(followed, who, method, arguments)));
    }

    private @Nullable Object call(Object followed, String who, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(followed, arguments);
        }
        List<String> shown = new ArrayList<>();
        for (Object argument : arguments == null ? new Object[0] : arguments) {
            if (!(argument instanceof Funnel<?> || argument instanceof LongConsumer)) {
                shown.add(show(argument));
            }
        }
        String operation = who + ": " + method.getName() + "(" + String.join(", ", shown) + ")";
        try {
            Object answer = method.invoke(followed, arguments);
            if (answer instanceof BloomFilter<?> filter) {
                enter(operation);
                return following(method.getReturnType().asSubclass(BloomFilter.class), filter, who);
            }
            // A filter was described when it was opened.
            if (!method.getName().equals("description")) {
                enter(method.getReturnType() == void.class ? operation : operation + " = " + show(answer));
            }
            return answer;
        } catch (InvocationTargetException failure) {
            enter(operation + " throws " + failure.getCause());
            throw failure.getCause();
        }
    }

    private synchronized void enter(String entry) {
        entries.add(entry);
        if (entries.size() > REMEMBERED) {
            entries.remove();
        }
    }

    private static String show(@Nullable Object value) {
        if (value instanceof Collection<?> elements) {
            return show(elements.stream().limit(SHOWN_ELEMENTS).toList(), elements.size());
        }
        if (value instanceof boolean[] answers) {
            String head = Arrays.toString(Arrays.copyOf(answers, Math.min(answers.length, SHOWN_ELEMENTS)));
            return answers.length <= SHOWN_ELEMENTS
                    ? head
                    : head + " and so on, " + count(answers) + " of " + answers.length + " true";
        }
        if (value instanceof Stream<?>) {
            return "a stream";
        }
        return String.valueOf(value);
    }

    private static int count(boolean[] answers) {
        int count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }

    private static String show(List<?> head, int size) {
        return size <= head.size() ? head.toString() : head + " and so on, " + size + " elements";
    }
}
