package io.polybloom.layout;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A layout whose bits the server itself computes and stores, with the commands {@code BF.RESERVE}, {@code BF.INSERT}
 * and {@code BF.MEXISTS} of Redis 8, of the module RedisBloom, or of the Bloom module of Valkey. A partition is a key
 * of the server's own type. It takes items, and its bits can be neither read nor merged.
 *
 * <p>{@link #locate} gives two words of an element in place of offsets: equal elements have equal words.
 */
public interface ModuleLayout extends Layout {

    @Override
    default Optional<ModuleLayout> module() {
        return Optional.of(this);
    }

    /** Returns all capabilities but removal and readable bits. */
    @Override
    default Set<LayoutCapability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(LayoutCapability.REMOVAL, LayoutCapability.READABLE_BITS));
    }

    /**
     * Returns the item that is sent for an element.
     *
     * @param element holds the element's bytes from index 0
     * @param length the number of bytes
     */
    byte[] item(byte[] element, int length);
}
