package io.polybloom.layout;

/**
 * The native layout {@code classic-v1}: k independent offsets over the whole partition, {@code pick(z(i), m)}. Frozen.
 */
final class ClassicLayout implements HashedLayout {

    private final ElementHash elementHash;

    ClassicLayout(ElementHash elementHash) {
        this.elementHash = elementHash;
    }

    @Override
    public String id() {
        return Layouts.CLASSIC;
    }

    @Override
    public Layout withHash(ElementHash other) {
        return new ClassicLayout(other);
    }

    @Override
    public BitBudget size(long capacity, double falsePositiveRate, Sizing sizing) {
        return ClassicSizing.size(capacity, falsePositiveRate, sizing);
    }

    @Override
    public long roundPartitionBits(long bits) {
        return Math.addExact(bits, 7) / 8 * 8;
    }

    @Override
    public ElementHash elementHash() {
        return elementHash;
    }

    @Override
    public void locate(long h1, long h2, Geometry geometry, long[] offsets, int at) {
        int hashes = geometry.hashes();
        long partitionBits = geometry.partitionBits();
        for (int i = 0; i < hashes; i++) {
            offsets[at + i] = IndexFamily.pick(IndexFamily.value(h1, h2, i), partitionBits);
        }
    }
}
