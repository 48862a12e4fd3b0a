package io.polybloom.jedis;

import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;

/**
 * Commands that have been written to a borrowed connection and whose answers have not been read. The connection goes back to
 * its pool after the last answer, or is discarded if it broke.
 */
final class Exchange implements InFlight {

    private final Connection connection;
    private final int size;
    private final boolean asking;
    private @Nullable Throwable failure;

    private Exchange(Connection connection, int size, boolean asking) {
        this.connection = connection;
        this.size = size;
        this.asking = asking;
    }

    /**
     * Borrows a connection and sends commands on it.
     *
     * @param pool gives a connection, or throws if there is none to be had
     * @param asking whether each command needs the ASKING that follows up an ASK redirect
     */
    static InFlight begin(Supplier<Connection> pool, List<Command> commands, boolean asking) {
        Connection connection;
        try {
            connection = pool.get();
        } catch (RuntimeException noConnection) {
            return () -> Collections.nCopies(commands.size(), Reply.Failure.notSent(noConnection));
        }
        Exchange exchange = new Exchange(connection, commands.size(), asking);
        exchange.write(commands);
        return exchange;
    }

    @Override
    public List<Reply> await() {
        List<Reply> replies = new ArrayList<>(size);
        try {
            while (failure == null && replies.size() < size) {
                if (asking) {
                    Translation.reply(connection::getUnflushedObject);
                }
                replies.add(Translation.reply(connection::getUnflushedObject));
            }
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
        if (failure != null) {
            // Also after an error such as OutOfMemoryError: the next user would read our answers as his.
            connection.setBroken();
        }
        giveBack();
        if (failure instanceof Error error) {
            throw error;
        }
        while (replies.size() < size) {
            replies.add(Reply.Failure.noAnswer(failure));
        }
        return replies;
    }

    private void write(List<Command> commands) {
        try {
            for (Command command : commands) {
                if (asking) {
                    connection.sendCommand(Protocol.Command.ASKING);
                }
                connection.sendCommand(new BorrowedArguments(command));
            }
            // Jedis has no public flush, but flushes before it reads any number of answers, none included.
            connection.getMany(0);
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
    }

    /** For a broken connection the pool opens another one at once; that fails, too, while the server is gone. */
    private void giveBack() {
        try {
            connection.close();
        } catch (RuntimeException thrown) {
            if (failure == null) {
                throw thrown;
            }
            failure.addSuppressed(thrown);
        }
    }
}
