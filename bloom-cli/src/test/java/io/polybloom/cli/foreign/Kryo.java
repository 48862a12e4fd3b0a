package io.polybloom.cli.foreign;

import com.google.common.hash.Funnel;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.redisson.codec.Kryo5Codec;

/** The bytes that Redisson's default codec makes of an element, made by that codec. */
final class Kryo {

    private static final Kryo5Codec CODEC = new Kryo5Codec();

    /** As docs/layouts.md shows it. */
    static final Funnel<Object> ELEMENTS = (element, sink) -> {
        try {
            ByteBuf encoded = CODEC.getValueEncoder().encode(element);
            sink.putBytes(ByteBufUtil.getBytes(encoded));
            encoded.release();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    };

    private Kryo() {}
}
