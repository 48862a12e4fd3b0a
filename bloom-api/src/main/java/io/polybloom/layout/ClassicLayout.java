package io.polybloom.layout;

/**
 * The native layout {@code classic-v1}: k independent offsets over the whole partition, {@code pick(z(i), m)}. Frozen.
 */
final class ClassicLayout implements Layout {

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
    public int locate(byte[] element, int length, Geometry geometry, long[] offsets, int at) {
        long h2 = elementHash.hash(element, length, offsets, at);
        long h1 = offsets[at];
        int hashes = geometry.hashes();
        long partitionBits = geometry.partitionBits();
        for (int i = 0; i < hashes; i++) {
            offsets[at + i] = IndexFamily.pick(IndexFamily.value(h1, h2, i), partitionBits);
        }
        return IndexFamily.partition(h1, h2, geometry.partitions());
    }
}
