package io.polybloom.layouts;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import io.polybloom.layout.Geometry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** Whole filters, from Redis strings to Guava and back. */
final class GuavaBytes {

    private GuavaBytes() {}

    static byte[] file(GuavaFormat format, byte[] redisString) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        GuavaFileSink sink = new GuavaFileSink(format.layout(), file);
        sink.begin(new Geometry(format.bits(), format.hashes(), 1), redisString.length);
        // Any length of a piece must do.
        for (int at = 0; at < redisString.length; at += 1001) {
            sink.write(Arrays.copyOfRange(redisString, at, Math.min(at + 1001, redisString.length)));
        }
        sink.end();
        return file.toByteArray();
    }

    static BloomFilter<byte[]> filter(GuavaFormat format, byte[] redisString) throws IOException {
        GuavaFilterSink<byte[]> sink = new GuavaFilterSink<>(format.layout(), Funnels.byteArrayFunnel());
        sink.begin(new Geometry(format.bits(), format.hashes(), 1), redisString.length);
        sink.write(redisString);
        sink.end();
        return sink.filter();
    }

    static byte[] redisString(BloomFilter<?> filter) throws IOException {
        GuavaFileSource source = GuavaFileSource.of(filter);
        return source.read(Math.toIntExact(source.bytes()));
    }
}
