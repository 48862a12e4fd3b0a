package io.polybloom.layouts;

import com.google.common.math.IntMath;
import com.google.common.math.LongMath;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Sizing;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * The layout {@code bkdr}: the class Bf of bloomfilter-redis, with BKDR hashes, on one or several servers. An element's
 * crc32 chooses both a server and one of N keys; its offsets range over all m bits, whatever N is. Frozen.
 *
 * <p>A partition is a pair of server and key that an element can have. Its number, which determines both, is crc32
 * modulo the least common multiple of the numbers of servers and keys.
 */
public final class BkdrLayout implements ForeignLayout {

    /**
     * Far more than any real filter has, and small enough for m times the number of partitions to fit a {@code long}.
     */
    private static final long MAX_BITS = 1L << 47;

    private final long maxKeyBits;

    /** Creates the layout, for {@link java.util.ServiceLoader}. */
    public BkdrLayout() {
        this(1L << 32);
    }

    /**
     * Creates a layout with another limit. The PHP class has its MAX_PARTITION_SIZE as a constant, and next to it a
     * smaller one for experiments.
     */
    BkdrLayout(long maxKeyBits) {
        this.maxKeyBits = maxKeyBits;
    }

    @Override
    public String id() {
        return "bkdr";
    }

    @Override
    public Set<LayoutCapability> capabilities() {
        return EnumSet.of(
                LayoutCapability.LASTING_BITS, LayoutCapability.READABLE_BITS, LayoutCapability.INDEPENDENT_SERVERS);
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        throw new IllegalArgumentException(
                "the layout bkdr cannot be sized by a capacity: give its bits (m, over all servers and keys) and its"
                        + " hashes (k, 1 to "
                        + maxHashes() + ")");
    }

    @Override
    public long maxPartitionBits() {
        return MAX_BITS;
    }

    @Override
    public int maxHashes() {
        return BkdrHash.SEEDS;
    }

    @Override
    public Geometry geometry(BitBudget budget, int servers) {
        if (servers < 1) {
            throw new IllegalArgumentException("a filter needs at least one server, not " + servers);
        }
        long bits = budget.totalBits();
        if (bits > MAX_BITS) {
            throw new IllegalArgumentException("the layout bkdr has at most " + MAX_BITS + " bits, not " + bits);
        }
        int keys = keysPerServer(bits, servers);
        return new Geometry(bits, budget.hashes(), Math.multiplyExact(servers / IntMath.gcd(servers, keys), keys));
    }

    @Override
    public Place place(String name, Geometry geometry, int servers, int partition) {
        long bits = geometry.partitionBits();
        int number = partition % keysPerServer(bits, servers);
        return new Place(partition % servers, number, name + "." + number, Math.min(bits, BkdrHash.LIMIT));
    }

    @Override
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        for (int n = 0; n < geometry.hashes(); n++) {
            offsets[at + n] = BkdrHash.hash(element, length, n) % geometry.partitionBits();
        }
        CRC32 crc = new CRC32();
        crc.update(element, 0, length);
        return (int) (crc.getValue() % geometry.partitions());
    }

    private int keysPerServer(long bits, int servers) {
        if (bits <= maxKeyBits) {
            return 1;
        }
        long bitsPerServer = LongMath.divide(bits, servers, RoundingMode.CEILING);
        return (int) LongMath.divide(bitsPerServer, maxKeyBits, RoundingMode.CEILING);
    }
}
