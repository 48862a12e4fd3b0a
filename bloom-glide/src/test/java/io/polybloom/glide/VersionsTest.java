package io.polybloom.glide;

import glide.api.GlideClient;
import io.polybloom.tck.fixture.VersionsTests;

class VersionsTest extends VersionsTests {

    VersionsTest() {
        super(GlideBloom.class, GlideClient.class, "glide.", "glide.api.models.commands.ScriptDebugMode", "2.3 to 2.3");
    }
}
