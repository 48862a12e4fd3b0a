package io.polybloom.tck.wrong.client;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import java.nio.charset.StandardCharsets;

/** Says that all replicas have a write, as it is when nothing is wrong. */
@Breaks({Rule.OLD_IS_ACKNOWLEDGED, Rule.ACKNOWLEDGED_BY_THE_NODE, Rule.TASK_IS_ACKNOWLEDGED})
public final class AcknowledgesItself extends ChangedTransport {

    public AcknowledgesItself(Transport<InFlight> right) {
        super(right);
    }

    @Override
    protected Reply reply(Command command, Reply reply) {
        return command.verb() == Verb.WAIT
                ? Reply.of(Long.parseLong(new String(command.arguments()[0], StandardCharsets.US_ASCII)))
                : reply;
    }
}
