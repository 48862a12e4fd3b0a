package io.polybloom.jedis;

import io.polybloom.spi.BorrowedConnection;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;

/**
 * A connection of Jedis.
 *
 * @param asking whether each command needs the ASKING that follows up an ASK redirect
 */
record PooledConnection(Connection connection, boolean asking) implements BorrowedConnection {

    @Override
    public void write(List<Command> commands) {
        for (Command command : commands) {
            if (asking) {
                connection.sendCommand(Protocol.Command.ASKING);
            }
            connection.sendCommand(new BorrowedArguments(command));
        }
        // Jedis has no public flush, but flushes before it reads any number of answers, even zero.
        connection.getMany(0);
    }

    @Override
    public Reply read() {
        if (asking) {
            Translation.reply(connection::getUnflushedObject);
        }
        return Translation.reply(connection::getUnflushedObject);
    }

    @Override
    public Duration timeout() {
        return Duration.ofMillis(connection.getSoTimeout());
    }

    @Override
    public void giveBack(boolean broken) {
        if (broken) {
            connection.setBroken();
        }
        connection.close();
    }
}
