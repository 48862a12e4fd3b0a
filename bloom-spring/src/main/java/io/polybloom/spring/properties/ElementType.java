package io.polybloom.spring.properties;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import java.nio.charset.StandardCharsets;

/** The type of the elements of a filter, and how they become bytes. */
public enum ElementType {
    /** {@link String}, in UTF-8. */
    STRING(String.class, Funnels.stringFunnel(StandardCharsets.UTF_8)),
    /** {@link Long}. */
    LONG(Long.class, Funnels.longFunnel()),
    /** {@link Integer}. */
    INT(Integer.class, Funnels.integerFunnel()),
    /** A byte array, as it is. */
    BYTES(byte[].class, Funnels.byteArrayFunnel());

    private final Class<?> type;
    private final Funnel<?> funnel;

    <T> ElementType(Class<T> type, Funnel<? super T> funnel) {
        this.type = type;
        this.funnel = funnel;
    }

    /** Returns the type of the elements. */
    public Class<?> type() {
        return type;
    }

    /** Returns the funnel that takes elements of this type. */
    public Funnel<?> funnel() {
        return funnel;
    }
}
