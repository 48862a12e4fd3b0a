package io.polybloom.examples.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;

/** The same bad day without claims. */
final class ForgetfulStream extends FaultyStream {

    ForgetfulStream(SharedFilter filter, Path output) {
        super(filter, output);
    }

    @Override
    MapPartitionsFunction<String, String> task(SharedFilter shared, long batch) {
        return rows -> faulty((copied, partition) -> addPlainly(shared, copied), rows, batch);
    }

    private static Iterator<String> addPlainly(SharedFilter shared, Iterator<String> rows) {
        List<String> fresh = new ArrayList<>();
        rows.forEachRemaining(row -> {
            if (shared.open().add(row)) {
                fresh.add(row);
            }
        });
        return fresh.iterator();
    }
}
