package io.polybloom.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Command;
import io.polybloom.testing.TestFilters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fields that the withdrawing commands name. */
class ConfigCommandsTest {

    private static final String CLEARED = "00000000000000bb";
    private static final byte[] KEY = {'k'};

    /** Cleared once, with two layers. */
    private final FilterDescription filter = Descriptions.withLayer(
            Descriptions.cleared(
                    Descriptions.planned(TestFilters.clicks().build(), 1, "00000000000000aa", ElementHash.murmur3()),
                    1,
                    CLEARED),
            new Geometry(8, 1, 1));

    private static void assertWords(Command command, String... expected) {
        List<String> words = new ArrayList<>(List.of(command.verb().name(), new String(command.key())));
        for (byte[] argument : command.arguments()) {
            words.add(new String(argument, StandardCharsets.US_ASCII));
        }
        assertEquals(List.of(expected), words);
    }

    @Test
    void takesBackAClaim() {
        assertWords(ConfigCommands.withdrawClaim(KEY), "HDEL", "k", "spec");
    }

    @Test
    void takesBackAClear() {
        Command publish = ConfigCommands.publish(KEY, filter);
        assertWords(publish, "HSETNX", "k", "generation.00000000000000aa.1", CLEARED);
        assertWords(ConfigCommands.withdraw(publish), "HDEL", "k", "generation.00000000000000aa.1");
    }

    @Test
    void takesBackTheMarkOfADeletion() {
        Command mark = ConfigCommands.markDeleted(KEY, filter);
        assertWords(mark, "HSETNX", "k", "generation.00000000000000aa.2", "deleted");
        assertWords(ConfigCommands.withdraw(mark), "HDEL", "k", "generation.00000000000000aa.2");
    }

    @Test
    void forgetsTheExpiryAndEveryLayer() {
        assertWords(
                ConfigCommands.forget(KEY, filter),
                "HDEL",
                "k",
                "expireAt.00000000000000aa.1",
                "ready.00000000000000bb.0",
                "layer.00000000000000bb.0",
                "ready.00000000000000bb.1",
                "layer.00000000000000bb.1");
    }
}
