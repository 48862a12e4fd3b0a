package io.polybloom.glide;

import glide.api.GlideClient;
import io.polybloom.tck.fixture.GroupTests;
import java.time.Duration;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        GlideClient client = GlideBackend.server(uri, Duration.ofSeconds(300));
        ServerTransport transport = new ServerTransport(client);
        return new Sender(
                batch -> transport.send(batch).toCompletableFuture().join(), () -> GlideBackend.close(client));
    }
}
