package io.polybloom.support.forward;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method of the presented flavour, which is yet to be made.
 *
 * @param method the method of the presented flavour
 * @param arguments its arguments
 * @param making calls the namesake
 * @param showing presents a value of the namesake
 */
public record Call(
        Method method, @Nullable Object[] arguments, Supplier<@Nullable Object> making, UnaryOperator<Object> showing) {

    /** Calls the namesake and returns what it returns. Throws what it throws. */
    public @Nullable Object make() {
        return making.get();
    }

    /** Calls a namesake that answers with a future of any kind, and returns this future. Throws what it throws. */
    public Object future() {
        return Objects.requireNonNull(make());
    }

    /** Returns a value of the namesake, once it is there, as one of the presented flavour. */
    public @Nullable Object shown(@Nullable Object value) {
        return value == null ? null : showing.apply(value);
    }
}
