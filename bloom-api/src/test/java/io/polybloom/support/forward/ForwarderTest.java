package io.polybloom.support.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilters;
import io.polybloom.async.AsyncBloomFilters;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForwarderTest {

    interface Waiting {
        boolean add(@Nullable String element, int times);

        void clear();

        String name();

        Waiting other();

        Waiting open(String name);

        default String twice() {
            return name() + name();
        }

        static String unknown() {
            return "static methods are not forwarded";
        }
    }

    interface Staged {
        CompletionStage<Boolean> add(@Nullable String element, int times);

        CompletionStage<@Nullable Void> clear();

        String name();

        Staged other();

        CompletionStage<Staged> open(String name);

        default String onlyHere() {
            return "has no namesake, and needs none";
        }
    }

    interface WithMore extends Waiting {
        boolean remove(String element);
    }

    interface WithAnotherValue {
        int add(@Nullable String element, int times);
    }

    interface WithAnotherParameter {
        String name(int part);
    }

    interface WithAMistakeWithin {
        WithMore open(String name);
    }

    private record Filter(String name, List<String> calls) implements Staged {

        @Override
        public CompletionStage<Boolean> add(@Nullable String element, int times) {
            calls.add(name + " " + element + " " + times);
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public CompletionStage<@Nullable Void> clear() {
            calls.add("clear");
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Staged other() {
            return new Filter("other", calls);
        }

        @Override
        public CompletionStage<Staged> open(String name) {
            return CompletableFuture.completedFuture(new Filter(name, calls));
        }
    }

    /** A filter whose calls throw at once. */
    private record Failing(Throwable thrown) implements Staged {

        @Override
        public CompletionStage<Boolean> add(@Nullable String element, int times) {
            throw this.<RuntimeException>sneaky();
        }

        @Override
        public CompletionStage<@Nullable Void> clear() {
            throw this.<RuntimeException>sneaky();
        }

        @Override
        public String name() {
            throw this.<RuntimeException>sneaky();
        }

        @Override
        public Staged other() {
            throw this.<RuntimeException>sneaky();
        }

        @Override
        public CompletionStage<Staged> open(String name) {
            throw this.<RuntimeException>sneaky();
        }

        @SuppressWarnings("unchecked") // as languages without checked exceptions throw
        private <E extends Throwable> E sneaky() throws E {
            throw (E) thrown;
        }
    }

    private static final Passage AWAIT = call -> call.shown(
            ((CompletionStage<?>) call.future()).toCompletableFuture().join());

    private static final Passage STAGE =
            call -> CompletableFuture.completedFuture(null).thenApply(start -> call.shown(call.make()));

    private static final Forwarder<Staged, Waiting> WAITING =
            new Forwarder<>(Staged.class, Waiting.class, AWAIT, CompletionStage.class);

    private final List<String> calls = new ArrayList<>();
    private final Waiting waiting = WAITING.present(new Filter("f", calls));

    @Test
    void callsReachTheirNamesakes() {
        assertTrue(waiting.add("a", 2));
        waiting.clear();
        assertTrue(waiting.add(null, 0));
        assertEquals("f", waiting.name());
        assertEquals(List.of("f a 2", "clear", "f null 0"), calls);
    }

    @Test
    void whatIsReturnedIsPresentedInTurn() {
        assertTrue(waiting.other().add("a", 1));
        assertTrue(waiting.open("g").open("h").add("b", 2));
        assertEquals(List.of("other a 1", "h b 2"), calls);
    }

    @Test
    void valuesCanComeLaterInThePresentedFlavour() {
        Staged staged = new Forwarder<>(Waiting.class, Staged.class, STAGE, CompletionStage.class).present(waiting);
        assertEquals("g", staged.open("g").toCompletableFuture().join().name());
        assertTrue(staged.other().add("a", 1).toCompletableFuture().join());
        assertNull(staged.clear().toCompletableFuture().join());
        assertEquals(List.of("other a 1", "clear"), calls);
    }

    @Test
    void defaultMethodsMeetThePresentedObject() {
        assertEquals("ff", waiting.twice());
        Passage shouting = new Passage() {
            @Override
            public Object later(Call call) {
                throw new AssertionError(call.method());
            }

            @Override
            public @Nullable Object now(Call call) {
                return call.method().getName().equals("name") ? "F" : call.make();
            }
        };
        assertEquals(
                "FF",
                new Forwarder<>(Waiting.class, Waiting.class, shouting)
                        .present(waiting)
                        .twice());
    }

    @Test
    void failuresAreTheVerySame() {
        for (Throwable thrown : List.of(new IllegalStateException("unchecked"), new AssertionError("error"))) {
            Waiting failing = WAITING.present(new Failing(thrown));
            assertSame(thrown, assertThrows(Throwable.class, failing::name));
            assertSame(thrown, assertThrows(Throwable.class, failing::clear));
        }
        IOException undeclared = new IOException("undeclared");
        Waiting failing = WAITING.present(new Failing(undeclared));
        assertSame(
                undeclared,
                assertThrows(UndeclaredThrowableException.class, failing::name).getCause());
    }

    @Test
    void presentedObjectsEqualThemselvesOnly() {
        Waiting same = WAITING.present(new Filter("f", calls));
        assertEquals(waiting, waiting);
        assertEquals(waiting.hashCode(), waiting.hashCode());
        assertNotSame(waiting, same);
        assertNotEquals(waiting, same);
        assertEquals(new Filter("f", calls).toString(), waiting.toString());
    }

    /** A method that is added to one flavour only is noticed before it is called. */
    @Test
    void aFlavourWithoutNamesakesIsRefused() {
        assertRefused(WithMore.class, "WithMore.remove");
        assertRefused(WithAnotherParameter.class, "WithAnotherParameter.name");
        assertRefused(WithAnotherValue.class, "WithAnotherValue.add");
        assertRefused(WithAMistakeWithin.class, "WithMore.remove");
    }

    private static void assertRefused(Class<?> presented, String part) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new Forwarder<>(Staged.class, presented, AWAIT, CompletionStage.class));
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    @Test
    void theFlavoursOfTheApiCanBePresentedAsEachOther() {
        new Forwarder<>(AsyncBloomFilters.class, BloomFilters.class, AWAIT, CompletionStage.class);
        new Forwarder<>(BloomFilters.class, AsyncBloomFilters.class, STAGE, CompletionStage.class);
    }
}
