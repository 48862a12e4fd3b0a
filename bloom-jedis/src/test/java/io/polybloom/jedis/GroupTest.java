package io.polybloom.jedis;

import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.fixture.GroupTests;
import java.net.URI;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        URI server = URI.create(uri);
        RedisClient client = Fixtures.client(server.getHost(), server.getPort(), new ConnectionPoolConfig());
        Transport<InFlight> transport = JedisBloom.transportOf(client);
        return new Sender(batch -> transport.send(batch).await(), client::close);
    }
}
