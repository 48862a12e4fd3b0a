package io.polybloom.bench.filter;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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

    /** Bit offsets as the articles compute them with Guava: {@code (h1 + i h2) mod m} from one murmur3 of 128 bits. */
    final long[] offsets(String element) {
        ByteBuffer hash = ByteBuffer.wrap(Hashing.murmur3_128()
                        .hashString(element, StandardCharsets.UTF_8)
                        .asBytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        long combined = hash.getLong();
        long second = hash.getLong();
        long[] offsets = new long[size.hashes()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = (combined & Long.MAX_VALUE) % size.bits();
            combined += second;
        }
        return offsets;
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
