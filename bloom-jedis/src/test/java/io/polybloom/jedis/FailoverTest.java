package io.polybloom.jedis;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.fixture.FailoverTests;
import io.polybloom.tck.server.SentinelGroup;
import java.util.List;
import java.util.stream.Collectors;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisSentinelClient;

class FailoverTest extends FailoverTests {

    FailoverTest() {
        super(new JedisBackend());
    }

    @Override
    protected Backend.Connection connect(SentinelGroup group) {
        RedisSentinelClient client = RedisSentinelClient.builder()
                .masterName(SentinelGroup.NAME)
                .sentinels(group.sentinels().stream().map(HostAndPort::from).collect(Collectors.toSet()))
                .clientConfig(Fixtures.PATIENT)
                .build();
        return new JedisBackend.JedisConnection(List.of(client), Way.ofProperty());
    }
}
