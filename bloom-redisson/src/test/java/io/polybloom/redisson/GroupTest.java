package io.polybloom.redisson;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.tck.fixture.GroupTests;
import java.util.List;
import org.redisson.api.RedissonClient;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        RedissonClient client = Clients.to(uri);
        RedissonTransport transport = new RedissonTransport(client);
        return new Sender() {
            @Override
            public List<Reply> apply(Batch batch) {
                return Waiting.on(batch, transport.send(batch)).await();
            }

            @Override
            public void close() {
                client.shutdown();
            }
        };
    }
}
