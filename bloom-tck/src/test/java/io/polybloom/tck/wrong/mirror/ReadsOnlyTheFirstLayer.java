package io.polybloom.tck.wrong.mirror;

import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.transport.ChangedTransport;
import io.polybloom.tck.wrong.transport.Words;
import java.util.ArrayList;
import java.util.List;

/** Takes the bits of all layers but the first for zeros, where a batch also leaves the witness of a mirror. */
@Breaks({Rule.MIRROR_ANSWERS, Rule.MIRROR_FOLLOWS})
public final class ReadsOnlyTheFirstLayer extends ChangedTransport {

    public ReadsOnlyTheFirstLayer(Transport<InFlight> right) {
        super(right);
    }

    @Override
    public InFlight send(Batch batch) {
        InFlight inFlight = super.send(batch);
        boolean isOfMirror = batch.commands().stream().anyMatch(command -> command.verb() == Verb.SET);
        return isOfMirror ? () -> withoutLaterLayers(batch, inFlight.await()) : inFlight;
    }

    private static List<Reply> withoutLaterLayers(Batch batch, List<Reply> replies) {
        List<Reply> changed = new ArrayList<>();
        for (int i = 0; i < replies.size(); i++) {
            Command command = batch.commands().get(i);
            boolean isOfLaterLayer = command.verb() == Verb.GETRANGE
                    && Words.key(command).matches("bloom:.*:[0-9a-f]{16}\\.[1-9][0-9]*");
            changed.add(
                    isOfLaterLayer && replies.get(i) instanceof Reply.Bytes bytes && bytes.value().length > 1
                            ? new Reply.Bytes(new byte[bytes.value().length])
                            : replies.get(i));
        }
        return changed;
    }
}
