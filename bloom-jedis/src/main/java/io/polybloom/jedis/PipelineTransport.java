package io.polybloom.jedis;

import com.google.common.collect.Lists;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;

/**
 * Runs batches on a client that does not expose its connections, through its pipeline. A pipeline can only be flushed
 * by waiting for its replies, so nothing overlaps, and redirects are not followed.
 */
record PipelineTransport(ClientMethod pipelined) implements Transport<InFlight> {

    /** Looks up the client's method by name, since its result has another type before Jedis 7. */
    static PipelineTransport of(UnifiedJedis client) {
        return new PipelineTransport(ClientMethod.of(client, "pipelined").orElseThrow());
    }

    @Override
    public InFlight send(Batch batch) {
        AbstractPipeline pipeline;
        try {
            pipeline = pipelined.call(AbstractPipeline.class);
        } catch (RuntimeException noConnection) {
            return () -> Collections.nCopies(batch.size(), Reply.Failure.notSent(noConnection));
        }
        List<Response<Object>> responses = new ArrayList<>(batch.size());
        try (pipeline) {
            for (Command command : batch.commands()) {
                responses.add(pipeline.executeCommand(
                        new CommandObject<>(new BorrowedArguments(command), BuilderFactory.RAW_OBJECT)));
            }
            pipeline.sync();
        }
        return () -> List.copyOf(Lists.transform(responses, response -> Translation.reply(response::get)));
    }
}
