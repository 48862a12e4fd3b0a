package io.polybloom.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServedVersionsTest {

    private final ServedVersions served = new ServedVersions("Camel", "4.0", "4.22");

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.0.0", "4.22.0", "5.0.0", "?", "DEVELOPMENT"})
    @NullSource
    void servedLaterAndUnknownVersionsAreNotRefused(String found) {
        served.require(found);
    }

    @Test
    void anOlderVersionIsRefused() {
        IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> served.require("3.22.4"));
        assertEquals("Camel 3.22.4 is not supported: use a version from 4.0 to 4.22", refusal.getMessage());
    }

    @Test
    void aVersionThatLacksAMemberIsRefused() {
        served.require(() -> String.class.getMethod("length"));
        IllegalStateException refusal = assertThrows(
                IllegalStateException.class, () -> served.require(() -> Class.forName("org.apache.camel.Later")));
        assertEquals(
                "this version of Camel is not supported: use one from 4.0 to 4.22 (missing: org.apache.camel.Later)",
                refusal.getMessage());
        NoSuchMethodError missing = new NoSuchMethodError("late()");
        assertSame(missing, served.without(missing).getCause());
    }
}
