package io.polybloom.lettuce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkGuardTest {

    private static final int SIZE = 3;

    private final AtomicReference<@Nullable LinkGuard> openGroup = new AtomicReference<>();

    @Test
    void eachCommandIsSentOnceAndInTurn() {
        LinkGuard group = group();
        for (int i = 0; i < SIZE; i++) {
            assertEquals(i > 0, group.of(i).isOwed());
            assertTrue(group.of(i).letPass());
        }
        assertFalse(group.of(0).letPass());
        assertFalse(group.of(0).hasRefused());
        assertFalse(group.of(0).endsGroup());
    }

    @Test
    void nothingOfALostGroupIsSentOnAnotherLink() {
        LinkGuard group = group();
        assertTrue(group.of(0).letPass());
        group.lose();
        openGroup.set(null);
        assertFalse(group.of(1).letPass());
        assertFalse(group.of(2).letPass());
        assertFalse(group.of(2).isOwed());
        assertTrue(group.of(2).hasRefused());
        assertTrue(group.of(2).mayHaveBeenSent());
        assertFalse(group.of(2).endsGroup());
    }

    @Test
    void aGroupThatHasBegunIsOwedToItsEnd() {
        LinkGuard group = group();
        assertTrue(group.of(0).letPass());
        group.of(1).withdraw();
        assertTrue(group.of(1).isOwed());
        assertTrue(group.of(1).letPass());
        assertFalse(group.of(1).isOwed());
        assertTrue(group.of(2).letPass());
    }

    @Test
    void nothingOfAGroupIsSentWhoseCallerHasGivenUpBefore() {
        LinkGuard group = group();
        group.of(0).withdraw();
        for (int i = 0; i < SIZE; i++) {
            assertFalse(group.of(i).letPass());
            assertFalse(group.of(i).isOwed());
            assertFalse(group.of(i).endsGroup());
        }
        assertFalse(group.of(0).mayHaveBeenSent());
    }

    @Test
    void aGroupThatLacksACommandIsDiscarded() {
        LinkGuard group = group();
        assertTrue(group.of(0).letPass());
        assertFalse(group.of(2).letPass());
        assertTrue(group.of(2).endsGroup());
        assertTrue(group().of(0).letPass());
    }

    @Test
    void aGroupBehindOneThatLacksItsEndDiscardsThatAndIsNotSent() {
        LinkGuard endless = group();
        assertTrue(endless.of(0).letPass());
        assertTrue(endless.of(1).letPass());
        LinkGuard next = group();
        assertFalse(next.of(0).letPass());
        assertTrue(next.of(0).endsGroup());
        assertFalse(next.of(1).letPass());
        assertFalse(next.of(1).endsGroup());
        assertFalse(next.of(1).mayHaveBeenSent());
        assertFalse(endless.of(2).letPass());
    }

    @Test
    void batchesThatAreNoGroupsMayOverlap() {
        LinkGuard first = new LinkGuard(openGroup, SIZE, false);
        LinkGuard second = new LinkGuard(openGroup, SIZE, false);
        for (int i = 0; i < SIZE; i++) {
            assertTrue(first.of(i).letPass());
            assertTrue(second.of(i).letPass());
        }
    }

    private LinkGuard group() {
        return new LinkGuard(openGroup, SIZE, true);
    }
}
