package io.polybloom.layouts;

import com.google.common.hash.BloomFilter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Makes the bits for Redis of a Guava filter: {@code filters.run(FilterImport.of(spec, GuavaSource.of(filter)))}. */
public final class GuavaSource {

    private GuavaSource() {}

    /**
     * The bits of a filter as it is now; its {@link GuavaFileSource#format format} says with which layout, bits and hashes the filter
     * in Redis must be opened.
     *
     * @throws IOException if no Redis string can hold the filter
     */
    public static GuavaFileSource of(BloomFilter<?> filter) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        filter.writeTo(file);
        return new GuavaFileSource(new ByteArrayInputStream(file.toByteArray()));
    }
}
