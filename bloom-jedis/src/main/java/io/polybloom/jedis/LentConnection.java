package io.polybloom.jedis;

import io.polybloom.spi.BorrowedConnection;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.Jedis;

/**
 * A connection in the form of a {@link Jedis}, which itself knows the pool to which it is returned.
 *
 * @param lent the borrowed object
 * @param connection the connection that it holds
 */
record LentConnection(Jedis lent, PooledConnection connection) implements BorrowedConnection {

    LentConnection(Jedis lent) {
        this(lent, new PooledConnection(lent.getConnection(), false));
    }

    @Override
    public void write(List<Command> commands) {
        connection.write(commands);
    }

    @Override
    public Reply read() {
        return connection.read();
    }

    @Override
    public Duration timeout() {
        return connection.timeout();
    }

    /** Closes the {@link Jedis}, not its connection, which does not know the pool. */
    @Override
    public void giveBack(boolean broken) {
        if (broken) {
            connection.connection().setBroken();
        }
        lent.close();
    }
}
