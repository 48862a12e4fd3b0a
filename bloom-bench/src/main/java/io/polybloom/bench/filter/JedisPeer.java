package io.polybloom.bench.filter;

import redis.clients.jedis.UnifiedJedis;

/** A peer on Jedis that keeps its bits under one key and is sized as in the textbooks. */
abstract class JedisPeer implements BenchFilter {

    final UnifiedJedis jedis;
    final String key;
    private TextbookSize size = new TextbookSize(1, 1);

    JedisPeer(UnifiedJedis jedis, String key) {
        this.jedis = jedis;
        this.key = key;
    }

    final TextbookSize size() {
        return size;
    }

    final void resize(long capacity, double falsePositiveRate) {
        size = TextbookSize.of(capacity, falsePositiveRate);
    }

    /** Creates the key at its full length, so that no add pays for its growth. */
    @Override
    public void create(long capacity, double falsePositiveRate) {
        resize(capacity, falsePositiveRate);
        jedis.setbit(key, size.bits() - 1, false);
    }

    @Override
    public final void delete() {
        jedis.unlink(key);
    }

    @Override
    public final double expectedRate(double elements) {
        return size.expectedRate(elements);
    }

    @Override
    public final double tolerance() {
        return TextbookSize.TOLERANCE_OF_PEERS;
    }
}
