package io.polybloom.internal.model;

import com.google.common.hash.Funnel;
import com.google.common.hash.PrimitiveSink;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects the bytes of an element from its {@link Funnel}, numbers in little-endian order as Guava's own hashers do.
 * Reusable; not thread-safe.
 */
public final class ElementBytes implements PrimitiveSink {

    private static final int FIRST_OF_TWO_BYTES = 0x80;
    private static final int FIRST_OF_THREE_BYTES = 0x800;
    private static final int FIRST_OF_FOUR_BYTES = 0x10000;
    private static final int MOST_BYTES_OF_A_POINT = 4;

    private byte[] bytes = new byte[64];
    private int length;

    /** Replaces the content by the bytes of an element. */
    public <T> void set(Funnel<? super T> funnel, T element) {
        length = 0;
        funnel.funnel(element, this);
    }

    /** Appends the bytes of an element to the content. */
    <T> void append(Funnel<? super T> funnel, T element) {
        funnel.funnel(element, this);
    }

    /** Makes room for this many bytes in all, so that growing does not copy them. */
    void expect(int size) {
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, size);
        }
    }

    /** Replaces the content by a part of another one. */
    void copy(ElementBytes other, int from, int to) {
        set(other.bytes, from, to);
    }

    /** Replaces the content by a part of an array. */
    void set(byte[] array, int from, int to) {
        length = 0;
        putBytes(array, from, to - from);
    }

    /** Returns the bytes, from index 0; valid until the next element. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the number of bytes. */
    public int length() {
        return length;
    }

    @Override
    public PrimitiveSink putByte(byte value) {
        reserve(1);
        bytes[length++] = value;
        return this;
    }

    @Override
    public PrimitiveSink putBytes(byte[] values) {
        return putBytes(values, 0, values.length);
    }

    @Override
    public PrimitiveSink putBytes(byte[] values, int offset, int count) {
        reserve(count);
        System.arraycopy(values, offset, bytes, length, count);
        length += count;
        return this;
    }

    @Override
    public PrimitiveSink putBytes(ByteBuffer values) {
        int count = values.remaining();
        reserve(count);
        values.get(bytes, length, count);
        length += count;
        return this;
    }

    @Override
    public PrimitiveSink putShort(short value) {
        return putLittleEndian(value, Short.BYTES);
    }

    @Override
    public PrimitiveSink putInt(int value) {
        return putLittleEndian(value, Integer.BYTES);
    }

    @Override
    public PrimitiveSink putLong(long value) {
        return putLittleEndian(value, Long.BYTES);
    }

    @Override
    public PrimitiveSink putFloat(float value) {
        return putInt(Float.floatToRawIntBits(value));
    }

    @Override
    public PrimitiveSink putDouble(double value) {
        return putLong(Double.doubleToRawLongBits(value));
    }

    @Override
    public PrimitiveSink putBoolean(boolean value) {
        return putByte((byte) (value ? 1 : 0));
    }

    @Override
    public PrimitiveSink putChar(char value) {
        return putLittleEndian(value, Character.BYTES);
    }

    @Override
    public PrimitiveSink putUnencodedChars(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            putChar(text.charAt(i));
        }
        return this;
    }

    @Override
    public PrimitiveSink putString(CharSequence text, Charset charset) {
        String string = text.toString();
        return charset == StandardCharsets.UTF_8 ? putUtf8(string) : putBytes(string.getBytes(charset));
    }

    /** Returns the bytes of {@link String#getBytes(Charset)}, without the array that it makes. */
    private PrimitiveSink putUtf8(String text) {
        int count = text.length();
        reserve(count);
        byte[] target = bytes;
        int start = length;
        for (int i = 0; i < count; i++) {
            char unit = text.charAt(i);
            if (unit >= FIRST_OF_TWO_BYTES) {
                length = start + i;
                return putUtf8(text, i);
            }
            target[start + i] = (byte) unit;
        }
        length = start + count;
        return this;
    }

    private PrimitiveSink putUtf8(String text, int from) {
        int next = from;
        while (next < text.length()) {
            int point = text.codePointAt(next);
            next += Character.charCount(point);
            putUtf8(point);
        }
        return this;
    }

    private void putUtf8(int point) {
        reserve(MOST_BYTES_OF_A_POINT);
        if (point < FIRST_OF_TWO_BYTES) {
            bytes[length++] = (byte) point;
        } else if (point < FIRST_OF_THREE_BYTES) {
            bytes[length++] = (byte) (0xc0 | point >> 6);
            putContinuation(point);
        } else if (point >= FIRST_OF_FOUR_BYTES) {
            bytes[length++] = (byte) (0xf0 | point >> 18);
            putContinuation(point >> 12);
            putContinuation(point >> 6);
            putContinuation(point);
        } else if (Character.isSurrogate((char) point)) {
            bytes[length++] = '?';
        } else {
            bytes[length++] = (byte) (0xe0 | point >> 12);
            putContinuation(point >> 6);
            putContinuation(point);
        }
    }

    private void putContinuation(int point) {
        bytes[length++] = (byte) (0x80 | point & 0x3f);
    }

    private PrimitiveSink putLittleEndian(long value, int count) {
        reserve(count);
        long rest = value;
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) rest;
            rest >>= Byte.SIZE;
        }
        return this;
    }

    private void reserve(int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, count)));
        }
    }
}
