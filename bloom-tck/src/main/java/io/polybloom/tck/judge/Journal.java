package io.polybloom.tck.judge;

import com.google.common.hash.Funnel;
import com.google.common.primitives.Booleans;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
            return head(elements, elements.size() + " elements");
        }
        if (value instanceof boolean[] array) {
            List<Boolean> answers = Booleans.asList(array);
            return head(answers, Collections.frequency(answers, true) + " of " + answers.size() + " true");
        }
        return value instanceof Stream<?> ? "a stream" : String.valueOf(value);
    }

    private static String head(Collection<?> all, String whole) {
        String head = all.stream().limit(SHOWN_ELEMENTS).toList().toString();
        return all.size() <= SHOWN_ELEMENTS ? head : head + " and so on, " + whole;
    }
}
