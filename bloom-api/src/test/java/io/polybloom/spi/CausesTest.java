package io.polybloom.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CausesTest {

    @Test
    void goesFromTheOutermostToTheInnermost() {
        Exception inner = new Exception("inner");
        Exception outer = new Exception("outer", inner);
        inner.addSuppressed(new Exception("suppressed"));
        assertEquals(List.of(outer, inner), Causes.of(outer));
        assertEquals(List.of(outer, inner, inner.getSuppressed()[0]), Causes.withSuppressed(outer));
        assertEquals(List.of(), Causes.of(null));
    }

    @Test
    void endsInARingOfCauses() {
        Exception one = new Exception("one");
        Exception other = new Exception("other", one);
        one.initCause(other);
        assertEquals(List.of(one, other), Causes.of(one));
    }

    /** Redisson suppresses one failed connection by another, and hands both to many callers. */
    @Test
    void endsWhereTheSuppressedLeadBack() {
        Exception one = new Exception("one");
        Exception other = new Exception("other", one);
        one.addSuppressed(other);
        assertEquals(List.of(other, one), Causes.withSuppressed(other));
        assertEquals(List.of(one, other), Causes.withSuppressed(one));
    }
}
