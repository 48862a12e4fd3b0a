package io.polybloom.redisson;

import io.polybloom.spi.InFlight;
import io.polybloom.tck.fixture.GroupTests;
import java.time.Duration;
import org.redisson.api.RedissonClient;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        return sender(Clients.to(uri));
    }

    /** Redisson waits for the rest of an answer until its timeout, though the connection has broken. */
    @Override
    protected Sender connectImpatiently(String uri) {
        return sender(Clients.to(uri, 1, Duration.ofSeconds(2)));
    }

    private static Sender sender(RedissonClient client) {
        RedissonTransport transport = new RedissonTransport(client);
        return new Sender(batch -> InFlight.on(batch, transport.send(batch)).await(), client::shutdown);
    }
}
