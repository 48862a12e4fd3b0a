package io.polybloom.jedis;

import io.polybloom.driver.ConnectionTransport;
import io.polybloom.spi.Batch;
import io.polybloom.spi.ClientClosedException;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Transport;
import java.util.function.Supplier;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.Pool;

/**
 * Runs batches on one primary.
 *
 * @param pool gives the pool of the primary's connections, asked for anew each time: behind sentinels it is another one
 *     after a failover
 */
record PoolTransport(Supplier<Pool<Connection>> pool) implements Transport<InFlight> {

    @Override
    public InFlight send(Batch batch) {
        return forOneStep().send(batch);
    }

    @Override
    public Transport<InFlight> forOneStep() {
        return new ConnectionTransport(() -> new PooledConnection(borrow(), false));
    }

    /** Behind sentinels a pool is closed when there is another one in its place. */
    private Connection borrow() {
        Pool<Connection> lender = pool.get();
        try {
            return lender.getResource();
        } catch (JedisException refused) {
            throw lender.isClosed() && lender == pool.get() ? new ClientClosedException(refused) : refused;
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
    public boolean acknowledges() {
        return true;
    }
}
