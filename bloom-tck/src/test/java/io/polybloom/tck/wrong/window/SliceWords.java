package io.polybloom.tck.wrong.window;

import io.polybloom.spi.Command;
import io.polybloom.tck.wrong.transport.Words;

/** Tells the keys of slices from those of layers: slices are counted since 1970. */
final class SliceWords {

    private SliceWords() {}

    static boolean isOfSlice(Command command) {
        return Words.key(command).matches(".*\\.[0-9]{4,}(:.*)?");
    }
}
