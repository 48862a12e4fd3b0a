package io.polybloom.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.SweepProgress;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.spi.Batch;
import io.polybloom.step.Step;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A step that wraps another one asks its receiver everything: a default would decide in its place. */
class WrappedReceiverTest {

    private static final Map<String, UnaryOperator<Step<Void>>> WRAPPERS = Map.of(
            "tracked",
            WriteTracking::of,
            "shifted",
            step -> step.onServersFrom(1),
            "in progress",
            step -> SweepProgress.of(step, (done, total) -> {}, List.of()),
            "observed",
            step -> step.observed(new Step.Observer<>() {}));

    @ParameterizedTest
    @CsvSource({
        "tracked, true",
        "tracked, false",
        "shifted, true",
        "shifted, false",
        "in progress, true",
        "in progress, false",
        "observed, true",
        "observed, false"
    })
    void everyQuestionReachesTheReceiver(String wrapper, boolean answer) throws ReflectiveOperationException {
        List<String> asked = new ArrayList<>();
        Step.Receiver receiver = (Step.Receiver) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Step.Receiver.class}, (proxy, method, arguments) -> {
                    asked.add(method.getName());
                    return answer(method, answer);
                });
        Step<Void> step =
                new Step.Send<>(List.of(batch(), batch()).iterator(), 1, receiver, () -> new Step.Done<>(null));
        Step.Send<Void> wrapping = (Step.Send<Void>) WRAPPERS.get(wrapper).apply(step);
        Batch first = wrapping.batches().next();
        Batch second = wrapping.batches().next();

        List<String> questions = new ArrayList<>();
        List<Method> methods = new ArrayList<>(List.of(Step.Receiver.class.getMethods()));
        // A batch that was answered is forgotten: the answer comes last.
        methods.sort(Comparator.comparing(Method::isDefault).reversed());
        for (Method method : methods) {
            questions.add(method.getName());
            assertEquals(
                    answer(method, answer),
                    method.invoke(wrapping.receiver(), arguments(method, first, second)),
                    method.getName());
        }
        assertEquals(questions, asked);
    }

    private static Object answer(Method method, boolean answer) {
        if (method.getReturnType() == int.class) {
            return answer ? 2 : 1;
        }
        return answer;
    }

    private static Object[] arguments(Method method, Batch first, Batch second) {
        return switch (method.getParameterCount()) {
            case 0 -> new Object[0];
            case 1 -> new Object[] {first};
            default ->
                method.getParameterTypes()[1] == Batch.class
                        ? new Object[] {second, first}
                        : new Object[] {first, List.of()};
        };
    }

    private static Batch batch() {
        return new Batch(0, 0, List.of(Commands.readHash(new byte[] {'k'})), false);
    }
}
