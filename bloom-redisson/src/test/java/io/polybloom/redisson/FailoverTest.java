package io.polybloom.redisson;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.fixture.FailoverTests;
import io.polybloom.tck.server.SentinelGroup;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.config.Config;

class FailoverTest extends FailoverTests {

    FailoverTest() {
        super(new RedissonBackend(RedissonBackend.Flavour.BLOCKING));
    }

    /** Redisson notices that a connection has broken only when the timeout of a command on it is over. */
    @Override
    protected Backend.Connection connect(SentinelGroup group) {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useSentinelServers().setMasterName(SentinelGroup.NAME).setTimeout(1_000);
        for (String sentinel : group.sentinels()) {
            config.useSentinelServers().addSentinelAddress("redis://" + sentinel);
        }
        config.useSentinelServers().setCheckSentinelsList(group.sentinels().size() > 1);
        return new RedissonBackend.BlockingConnection(List.of(Redisson.create(config)), Way.ofProperty());
    }
}
