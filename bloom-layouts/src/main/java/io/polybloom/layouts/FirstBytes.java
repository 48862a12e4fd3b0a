package io.polybloom.layouts;

import java.io.OutputStream;

/** Keeps the first bytes that are written to it, up to its capacity, and drops the rest. */
final class FirstBytes extends OutputStream {

    private final byte[] bytes;
    private int count;

    FirstBytes(long room) {
        bytes = new byte[Math.toIntExact(room)];
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        int taken = Math.min(length, bytes.length - count);
        System.arraycopy(source, offset, bytes, count, taken);
        count += taken;
    }

    byte[] bytes() {
        return bytes;
    }
}
