package io.polybloom.tck.wrong.group;

import io.polybloom.BloomFilters;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.wrong.backend.Mistake;
import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.transport.Words;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Mistakes with groups of commands, over a correct transport that sends groups. */
public enum GroupMistakes implements WrongBackend {
    /** Sends a group again whose connection has broken. */
    EXECUTES_AGAIN("7.07", (address, timeout) -> new PlainTransport(address, timeout) {
        @Override
        public InFlight send(Batch batch) {
            List<Reply> first = super.send(batch).await();
            return isBroken(batch, first) ? super.send(batch) : () -> first;
        }
    }),

    /** Sends the commands of a group without MULTI and EXEC. */
    EXECUTES_ONE_BY_ONE("7.11", (address, timeout) -> new PlainTransport(address, timeout) {
        @Override
        List<Command> commands(Batch batch) {
            return batch.commands();
        }

        @Override
        List<Reply> replies(Batch batch, List<Reply> sent) {
            return sent;
        }
    }),

    /**
     * Sends the rest of a group whose connection has broken on another connection, as a client that reconnects does.
     */
    GOES_ON_ELSEWHERE("7.07", (address, timeout) -> new PlainTransport(address, timeout) {
        @Override
        public InFlight send(Batch batch) {
            List<Reply> first = super.send(batch).await();
            if (isBroken(batch, first)) {
                List<Command> rest = batch.commands().subList(batch.size() / 2, batch.size());
                super.send(new Batch(batch.server(), batch.orderingKey(), rest));
            }
            return () -> first;
        }
    }),

    /** Does not use a connection again on which an error has come, and does not close it either. */
    KEEPS_CONNECTIONS_OF_ERRORS("7.01", (address, timeout) -> new PlainTransport(address, timeout) {
        private final Queue<RespClient> kept = new ConcurrentLinkedQueue<>();

        @Override
        void giveBack(RespClient client, List<Reply> replies) {
            if (replies.stream().anyMatch(Reply.Failure.class::isInstance)) {
                kept.add(client);
            } else {
                super.giveBack(client, replies);
            }
        }

        @Override
        public void close() {
            super.close();
            kept.forEach(RespClient::close);
        }
    }),

    /**
     * Shares a connection among all calls, so that a look-up of another call becomes the last command of a group. Its
     * reply does not shift those of the group.
     */
    LETS_A_COMMAND_SLIP_IN("7.11", (address, timeout) -> new PlainTransport(address, timeout) {
        private final AtomicReference<@Nullable Command> ofAnotherCall = new AtomicReference<>();

        @Override
        public InFlight send(Batch batch) {
            if (!batch.isWrite()) {
                ofAnotherCall.set(batch.commands().get(batch.size() - 1));
            }
            return super.send(batch);
        }

        @Override
        List<Command> commands(Batch batch) {
            Command other = ofAnotherCall.get();
            List<Command> commands = new ArrayList<>(super.commands(batch));
            if (batch.isGroup() && other != null) {
                commands.add(commands.size() - 1, other);
            }
            return commands;
        }

        @Override
        List<Reply> replies(Batch batch, List<Reply> sent) {
            boolean isMixed = batch.isGroup() && sent.size() == batch.size() + 3;
            return super.replies(batch, isMixed ? withoutOther(batch, sent) : sent);
        }
    }),

    /** Takes a batch that was not written to its end for one of which the server has executed nothing. */
    REPEATS_FAILED_WRITES("18.09", (address, timeout) -> new PlainTransport(address, timeout) {
        @Override
        List<Reply> unwritten(Batch batch, UncheckedIOException broken) {
            return send(batch).await();
        }
    }),

    /** Hands back the replies of a group from the last to the first. */
    TURNS_THE_REPLIES_AROUND("1.08", (address, timeout) -> new PlainTransport(address, timeout) {
        @Override
        List<Reply> replies(Batch batch, List<Reply> sent) {
            List<Reply> replies = new ArrayList<>(super.replies(batch, sent));
            if (batch.isGroup()) {
                Collections.reverse(replies);
            }
            return replies;
        }
    });

    private record GroupConnection(List<PlainTransport> servers, BloomFilters filters) implements Connection {
        @Override
        public void close() {
            servers.forEach(PlainTransport::close);
        }
    }

    private final Mistake mistake;

    GroupMistakes(String breaks, BiFunction<URI, Duration, PlainTransport> mistake) {
        this.mistake = new Mistake(breaks, (target, timeout) -> connected(mistake, target, timeout));
    }

    private static boolean isBroken(Batch batch, List<Reply> replies) {
        return batch.isGroup() && replies.stream().anyMatch(Words::isUnanswered);
    }

    private static List<Reply> withoutOther(Batch batch, List<Reply> sent) {
        List<Reply> own = new ArrayList<>(sent.subList(0, batch.size() + 1));
        Reply executed = sent.get(sent.size() - 1);
        own.add(
                executed instanceof Reply.Many many
                        ? new Reply.Many(many.elements().subList(0, batch.size()))
                        : executed);
        return own;
    }

    /** A cluster is left to the right backend. */
    private static Connection connected(
            BiFunction<URI, Duration, PlainTransport> mistake, Target target, Duration timeout) {
        if (target.kind() == Target.Kind.CLUSTER) {
            return new LettuceBackend().connect(target, timeout);
        }
        List<PlainTransport> servers = target.uris().stream()
                .map(uri -> mistake.apply(URI.create(uri), timeout))
                .toList();
        return new GroupConnection(servers, Engine.get().blocking(Transport.spread(servers)));
    }

    @Override
    public Map<Capability, String> missing() {
        Map<Capability, String> missing = WrongBackend.super.missing();
        missing.remove(Capability.GROUPS);
        return missing;
    }

    @Override
    public Mistake mistake() {
        return mistake;
    }
}
