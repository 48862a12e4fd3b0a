package io.polybloom.jedis;

import io.polybloom.spi.Batch;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.fixture.GroupTests;
import java.net.URI;
import java.util.List;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        URI server = URI.create(uri);
        RedisClient client = Fixtures.client(server.getHost(), server.getPort(), new ConnectionPoolConfig());
        Transport<InFlight> transport = JedisBloom.transportOf(client);
        return new Sender() {
            @Override
            public List<Reply> apply(Batch batch) {
                return transport.send(batch).await();
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
