package io.polybloom.tck.wrong.client;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Connector;
import java.time.Duration;

/** Lets Lettuce repeat look-ups: the values of the second reply follow the first values of the one that was cut. */
@Breaks(Rule.CUT_REPLY_IS_NO_ANSWER)
public final class RepeatsIntoHalfReplies extends LettuceBackend implements Connector {

    @Override
    protected Transport<InFlight> transport(RedisClusterAsyncCommands<byte[], byte[]> redis, Duration timeout) {
        return new RepeatingTransport(redis, timeout, command -> !command.isWrite());
    }
}
