package io.polybloom.tck.lettuce;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.polybloom.BloomFilters;
import io.polybloom.spi.BlockingBloomFilters;
import io.polybloom.tck.Backend;
import io.polybloom.tck.Target;
import java.time.Duration;

/** Connects Lettuce for the kit, as a stranger would. */
final class LettuceBackend implements Backend {

    private record LettuceConnection(RedisClient client, BloomFilters filters) implements Connection {
        @Override
        public void close() {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }

    @Override
    public String name() {
        return "lettuce";
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        RedisURI address = RedisURI.create(target.uris().get(0));
        address.setTimeout(timeout);
        RedisClient client = RedisClient.create(address);
        client.setOptions(ClientOptions.builder()
                .protocolVersion(ProtocolVersion.RESP2)
                .replayFilter(command -> true) // nothing that was in flight is sent again after a reconnect
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
                .build());
        return new LettuceConnection(
                client, new BlockingBloomFilters(new LettuceTransport(client.connect(ByteArrayCodec.INSTANCE))));
    }
}
