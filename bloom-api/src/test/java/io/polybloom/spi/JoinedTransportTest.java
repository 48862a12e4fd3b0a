package io.polybloom.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The promises of a transport that is made of others. */
class JoinedTransportTest {

    /** A transport that answers with its name, and has the capabilities that the test gives it. */
    private record Named(
            String name, int window, boolean joinsSlots, boolean acknowledges, boolean keepsOrder, boolean sendsGroups)
            implements Transport<String> {

        Named(String name, int window, boolean joinsSlots, boolean acknowledges) {
            this(name, window, joinsSlots, acknowledges, false, acknowledges);
        }

        @Override
        public String send(Batch batch) {
            return name;
        }

        @Override
        public int servers() {
            return 7;
        }

        @Override
        public Transport<String> forOneStep() {
            return new Named(name + " for one step", window, joinsSlots, acknowledges, keepsOrder, sendsGroups);
        }

        @Override
        public Transport<String> acknowledging() {
            return acknowledges
                    ? new Named(name + " that acknowledges", window, joinsSlots, true, keepsOrder, sendsGroups)
                    : Transport.super.acknowledging();
        }
    }

    private static boolean acknowledges(Transport<?> transport) {
        try {
            transport.acknowledging();
            return true;
        } catch (IllegalArgumentException refused) {
            assertTrue(refused.getMessage().contains("acknowledgedBy"), refused.getMessage());
            return false;
        }
    }

    private static Batch batch(int server) {
        return new Batch(server, 0, List.of(Command.reading(Verb.GETRANGE, new byte[] {'k'})));
    }

    @ParameterizedTest
    @CsvSource({"3, true, false, true, false", "5, false, true, false, true", "1, false, false, true, true"})
    void differsOnlyInItsAnswersWhenItIsMapped(
            int window, boolean joins, boolean acknowledges, boolean keepsOrder, boolean sendsGroups) {
        Transport<Integer> mapped = new Named("server", window, joins, acknowledges, keepsOrder, sendsGroups)
                .map((batch, answer) -> answer.length() + batch.server());
        assertEquals(6 + 2, mapped.send(batch(2)));
        assertEquals(19 + 2, mapped.forOneStep().send(batch(2)));
        assertEquals(7, mapped.servers());
        assertEquals(window, mapped.window());
        assertEquals(joins, mapped.joinsSlots());
        assertEquals(acknowledges, acknowledges(mapped));
        if (acknowledges) {
            assertEquals(24 + 2, mapped.acknowledging().send(batch(2)));
        }
        assertEquals(keepsOrder, mapped.keepsOrder());
        assertEquals(sendsGroups, mapped.sendsGroups());
    }

    @Test
    void sendsABatchToTheServerOfItsIndex() {
        Transport<String> spread =
                Transport.spread(List.of(new Named("a", 3, true, true), new Named("b", 2, true, true)));
        assertEquals("a", spread.send(batch(0)));
        assertEquals("b", spread.send(batch(1)));
        assertEquals(2, spread.servers());
        assertEquals(2, spread.window());
        assertSame(spread, spread.forOneStep());
    }

    @Test
    void isTheOnlyOneOrRefusesToBeOfNone() {
        Transport<String> only = new Named("a", 3, true, true);
        assertSame(only, Transport.spread(List.of(only)));
        assertThrows(IllegalArgumentException.class, () -> Transport.spread(List.of()));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void promisesForAllServersWhatAllPromise(boolean first, boolean second) {
        Transport<String> joining =
                Transport.spread(List.of(new Named("a", 1, first, true), new Named("b", 1, second, true)));
        assertEquals(first && second, joining.joinsSlots());
        Transport<String> acknowledging =
                Transport.spread(List.of(new Named("a", 1, true, first), new Named("b", 1, true, second)));
        assertEquals(first && second, acknowledges(acknowledging));
        assertEquals(first && second, acknowledging.sendsGroups());
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void promisesWithAReplicaWhatBothPromise(boolean first, boolean second) {
        Transport<String> replicated =
                Transport.withReplica(new Named("primary", 4, first, first), new Named("replica", 3, second, second));
        assertEquals(first && second, replicated.joinsSlots());
        assertEquals(first, acknowledges(replicated), "writes go to the primary only");
        assertEquals(first, replicated.sendsGroups(), "groups go to the primary only");
        assertEquals(3, replicated.window());
        assertEquals(7, replicated.servers());
        assertEquals("primary", replicated.send(batch(0)));
        assertEquals("replica", replicated.send(batch(0).fromReplica()));
    }
}
