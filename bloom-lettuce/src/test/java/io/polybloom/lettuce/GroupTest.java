package io.polybloom.lettuce;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.fixture.GroupTests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

class GroupTest extends GroupTests {

    @Override
    protected Sender connect(String uri) {
        RedisURI address = RedisURI.create(uri);
        address.setTimeout(Duration.ofSeconds(300));
        RedisClient client = RedisClient.create(address);
        Transport<CompletionStage<List<Reply>>> transport = LettuceBloom.transport(List.of(client));
        return new Sender(batch -> transport.send(batch).toCompletableFuture().join(), client::shutdown);
    }
}
