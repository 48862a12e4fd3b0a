package io.polybloom.lettuce;

import io.lettuce.core.api.StatefulConnection;
import io.polybloom.tck.fixture.VersionsTests;

class VersionsTest extends VersionsTests {

    VersionsTest() {
        super(
                LettuceBloom.class,
                StatefulConnection.class,
                "io.lettuce.",
                "io.lettuce.core.json.JsonParser",
                "6.5 to 7");
    }
}
