package io.polybloom.internal.transfer;

import io.polybloom.internal.snapshot.SnapshotReader;
import io.polybloom.transfer.SnapshotImport;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** A snapshot that was opened, and is closed if even its header cannot be read. */
final class OpenSnapshot implements Closeable {

    private final InputStream stream;
    private final SnapshotReader reader;

    OpenSnapshot(SnapshotImport.Source source) throws IOException {
        stream = source.open();
        try {
            reader = new SnapshotReader(stream);
        } catch (IOException | RuntimeException failure) {
            try (stream) {
                throw failure;
            }
        }
    }

    SnapshotReader reader() {
        return reader;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
