package io.polybloom.vertx;

import io.polybloom.tck.fixture.GroupTests;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        TestClient client = new TestClient(uri);
        VertxTransport transport = new VertxTransport(client.redis, Requests.ofClient());
        return new Sender(batch -> TestClient.await(transport.send(batch)), client::close);
    }
}
