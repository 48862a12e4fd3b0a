package io.polybloom.vertx;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.tck.fixture.GroupTests;
import java.util.List;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        TestClient client = new TestClient(uri);
        VertxTransport transport = new VertxTransport(client.redis, Requests.ofClient());
        return new Sender() {
            @Override
            public List<Reply> apply(Batch batch) {
                return TestClient.await(transport.send(batch));
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
