package io.polybloom.examples.spark;

import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Dataset;

/** Fills a filter from a data set, each task its partition. */
public final class LoadJob {

    private LoadJob() {}

    /**
     * Loads all elements. A task that fails and is repeated, or that runs twice, sets bits that are set already: the
     * filter is the same as if one process had loaded it. A data set that was read completely needs no claims.
     */
    public static void load(Dataset<String> elements, SharedFilter filter) {
        elements.foreachPartition((ForeachPartitionFunction<String>) rows -> {
            Iterable<String> once = () -> rows;
            filter.open().load(once, done -> {});
        });
    }
}
