package io.polybloom.jedis;

import io.polybloom.spi.Batch;
import io.polybloom.spi.BorrowedConnection;
import io.polybloom.spi.Causes;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.ConnectionTransport;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import java.util.function.Supplier;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.Pool;

/**
 * Runs batches on one primary.
 *
 * @param lender lends a connection to the primary
 */
record PoolTransport(Supplier<BorrowedConnection> lender) implements Transport<InFlight> {

    private static final String CLOSED_POOL = "Pool not open";

    /**
     * Returns a transport on pooled connections.
     *
     * @param pool gives the pool of the primary's connections; called for each connection, since after a failover
     *     behind sentinels it is another pool
     */
    static PoolTransport ofConnections(Supplier<Pool<Connection>> pool) {
        return new PoolTransport(() -> new PooledConnection(borrow(pool), false));
    }

    /** Returns a transport on connections that are closed after use, which returns them to their pool. */
    static PoolTransport ofLender(Supplier<? extends Jedis> lender) {
        return new PoolTransport(() -> new LentConnection(lend(lender)));
    }

    @Override
    public InFlight send(Batch batch) {
        return forOneStep().send(batch);
    }

    @Override
    public Transport<InFlight> forOneStep() {
        return new ConnectionTransport(lender);
    }

    /** Borrows a connection. The pool is not shown, but Commons Pool says that it was closed. */
    private static Jedis lend(Supplier<? extends Jedis> lender) {
        try {
            return lender.get();
        } catch (JedisException refused) {
            boolean isClosed = Causes.of(refused).stream()
                    .anyMatch(next -> next instanceof IllegalStateException && CLOSED_POOL.equals(next.getMessage()));
            throw isClosed ? new ClientClosedException(refused) : refused;
        }
    }

    /** Borrows a connection. Behind sentinels, a closed pool may only have been replaced by another one. */
    private static Connection borrow(Supplier<Pool<Connection>> pool) {
        Pool<Connection> pooled = pool.get();
        try {
            return pooled.getResource();
        } catch (JedisException refused) {
            throw pooled.isClosed() && pooled == pool.get() ? new ClientClosedException(refused) : refused;
        }
    }

    @Override
    public boolean joinsSlots() {
        return true;
    }

    @Override
    public boolean sendsGroups() {
        return true;
    }

    @Override
    public Transport<InFlight> acknowledging() {
        return this;
    }
}
