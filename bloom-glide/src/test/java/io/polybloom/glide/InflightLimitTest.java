package io.polybloom.glide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import glide.api.GlideClient;
import glide.api.models.configuration.GlideClientConfiguration;
import glide.api.models.configuration.NodeAddress;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.TcpProxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class InflightLimitTest {

    @Test
    void aBatchBeyondTheLimitOfTheClientWasNotSentAndSaysSo() {
        try (RedisServer server = RedisServer.start();
                TcpProxy proxy = TcpProxy.to(server)) {
            GlideClient client = GlideClient.createClient(GlideClientConfiguration.builder()
                            .address(NodeAddress.builder()
                                    .host(proxy.host())
                                    .port(proxy.port())
                                    .build())
                            .requestTimeout(60_000)
                            .inflightRequestsLimit(1)
                            .build())
                    .join();
            ServerTransport transport = new ServerTransport(client);
            Batch write = new Batch(
                    0, 0, List.of(new Command(Verb.SETBIT, new byte[] {'k'}, new byte[] {'0'}, new byte[] {'1'})));
            proxy.holdRepliesTo("SETBIT");
            CompletableFuture<List<Reply>> first = transport.send(write).toCompletableFuture();
            Reply.Failure refused = assertInstanceOf(
                    Reply.Failure.class,
                    transport.send(write).toCompletableFuture().join().get(0));
            assertFalse(refused.mayHaveBeenApplied(), refused.toString());
            proxy.pass();
            assertEquals(List.of(new Reply.Int(0)), first.join());
            assertEquals(
                    List.of(new Reply.Int(1)),
                    transport.send(write).toCompletableFuture().join());
            GlideBackend.close(client);
        }
    }
}
