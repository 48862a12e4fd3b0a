package io.polybloom.tck.lettuce;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.RedirectedBatch;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sends batches that wait for replicas to single nodes of a cluster; the cluster sends a WAIT to any node. */
record NodeTransport(LettuceTransport others, StatefulRedisClusterConnection<byte[], byte[]> cluster, Duration timeout)
        implements Transport<InFlight> {

    @Override
    public boolean redirects() {
        return true;
    }

    @Override
    public InFlight send(Batch batch) {
        if (!RedirectedBatch.isNeededFor(batch)) {
            return others.send(batch);
        }
        RedirectedBatch way = new RedirectedBatch(batch);
        int slot = SlotHash.getSlot(batch.commands().get(0).key());
        String node = cluster.getPartitions().getPartitionBySlot(slot).getNodeId();
        InFlight first = send(cluster.getConnection(node), way.commands(), false);
        return () -> {
            Optional<Reply.Failure> redirect = way.take(first.await());
            while (redirect.isPresent()) {
                String[] address = RedirectedBatch.target(redirect.get()).split(":");
                boolean asking = RedirectedBatch.isAsk(redirect.get());
                redirect = way.take(
                        send(cluster.getConnection(address[0], Integer.parseInt(address[1])), way.commands(), asking)
                                .await());
            }
            return way.replies();
        };
    }

    private InFlight send(StatefulRedisConnection<byte[], byte[]> node, List<Command> commands, boolean asking) {
        RedisAsyncCommands<byte[], byte[]> redis = node.async();
        LettuceTransport toNode = new LettuceTransport(redis, timeout);
        List<InFlight> sent = new ArrayList<>();
        for (Command command : commands) {
            if (asking) {
                redis.asking();
            }
            sent.add(toNode.send(new Batch(0, 0, List.of(command))));
        }
        return () -> sent.stream().map(each -> each.await().get(0)).toList();
    }

    @Override
    public Transport<InFlight> acknowledging() {
        return this;
    }
}
