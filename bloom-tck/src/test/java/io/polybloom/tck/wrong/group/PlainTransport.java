package io.polybloom.tck.wrong.group;

import com.google.common.collect.Lists;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.WireGroup;
import io.polybloom.tck.resp.RespError;
import io.polybloom.tck.server.RespClient;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A right transport to one server that sends groups, on sockets of its own. Subclasses change some of that. */
class PlainTransport implements Transport<InFlight>, AutoCloseable {

    private final URI address;
    private final Duration timeout;
    private final Queue<RespClient> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean isClosed;

    PlainTransport(URI address, Duration timeout) {
        this.address = address;
        this.timeout = timeout;
    }

    /** The commands that are sent for a batch. */
    List<Command> commands(Batch batch) {
        return WireGroup.commands(batch);
    }

    /** The replies that are returned for those commands. */
    List<Reply> replies(Batch batch, List<Reply> sent) {
        return WireGroup.replies(batch, sent);
    }

    /** Takes back a connection on which these replies have come. */
    void giveBack(RespClient client, List<Reply> replies) {
        idle.add(client);
    }

    /** The replies that are returned if the connection broke before all commands were written. */
    List<Reply> unwritten(Batch batch, UncheckedIOException broken) {
        return Collections.nCopies(batch.size(), Reply.Failure.noAnswer(broken));
    }

    @Override
    public InFlight send(Batch batch) {
        List<Reply> replies = exchange(batch);
        return () -> replies;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }

    @Override
    public void close() {
        isClosed = true;
        idle.forEach(RespClient::close);
    }

    private List<Reply> exchange(Batch batch) {
        if (isClosed) {
            IllegalStateException closed = new IllegalStateException("the client was closed");
            return Collections.nCopies(batch.size(), Reply.Failure.notSent(new ClientClosedException(closed)));
        }
        RespClient client;
        try {
            client = borrow();
        } catch (RespError refused) {
            return Collections.nCopies(batch.size(), Reply.Failure.ofServer(refused.getMessage(), refused));
        } catch (UncheckedIOException unreachable) {
            return Collections.nCopies(batch.size(), Reply.Failure.notSent(unreachable));
        }
        List<List<Object>> words = words(commands(batch));
        try {
            client.send(words);
        } catch (UncheckedIOException broken) {
            return unwritten(batch, broken);
        }
        try {
            List<Reply> sent = client.receive(words.size()).stream()
                    .map(PlainTransport::reply)
                    .toList();
            giveBack(client, sent);
            return replies(batch, sent);
        } catch (UncheckedIOException broken) {
            return Collections.nCopies(batch.size(), Reply.Failure.noAnswer(broken));
        }
    }

    private RespClient borrow() {
        RespClient client = idle.poll();
        if (client == null) {
            client = RespClient.connect(address.getHost(), address.getPort(), timeout);
            if (address.getUserInfo() != null) {
                client.call(
                        "AUTH",
                        address.getUserInfo().substring(address.getUserInfo().indexOf(':') + 1));
            }
        }
        return client;
    }

    private static List<List<Object>> words(List<Command> commands) {
        return commands.stream()
                .map(command -> Lists.<Object>asList(command.verb().wireName(), command.words()))
                .toList();
    }

    private static Reply reply(Object answer) {
        if (answer instanceof RespError error) {
            return Reply.Failure.ofServer(error.getMessage(), error);
        }
        return Reply.of(answer instanceof List<?> elements ? withErrors(elements) : answer);
    }

    private static List<?> withErrors(List<?> elements) {
        return elements.stream()
                .map(each -> each instanceof RespError || each instanceof List<?> ? reply(each) : each)
                .toList();
    }
}
