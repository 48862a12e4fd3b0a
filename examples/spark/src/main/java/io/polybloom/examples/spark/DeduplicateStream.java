package io.polybloom.examples.spark;

import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Writes the rows of a stream that are seen for the first time to a directory, one folder for each micro-batch.
 *
 * <p>Spark repeats a micro-batch if the driver dies before it has written down that the batch is done. The batch then
 * gets the same answers again, and its folder is overwritten by the same rows. When Spark starts a batch, those before
 * it are done forever: their claims are settled.
 */
public class DeduplicateStream {

    private final SharedFilter filter;
    private final Path output;

    /**
     * Prepares the query.
     *
     * @param output the directory for the folders
     */
    public DeduplicateStream(SharedFilter filter, Path output) {
        this.filter = filter;
        this.output = output;
    }

    /**
     * Starts the query.
     *
     * @param checkpoint the directory where Spark keeps how far it has come
     */
    public StreamingQuery start(Dataset<String> rows, Path checkpoint) throws TimeoutException {
        return rows.writeStream()
                .option("checkpointLocation", checkpoint.toString())
                .foreachBatch(this::deduplicate)
                .start();
    }

    /** Returns the work of each task on its rows. */
    MapPartitionsFunction<String, String> task(SharedFilter shared, long batch) {
        return new DeduplicatePartition(shared, batch);
    }

    /** Writes the folder of a micro-batch. */
    void deduplicate(Dataset<String> rows, Long batch) {
        int partitions = rows.rdd().getNumPartitions();
        settleBefore(batch, partitions);
        rows.mapPartitions(task(filter, batch), Encoders.STRING())
                .write()
                .mode(SaveMode.Overwrite)
                .text(output.resolve("batch=" + batch).toString());
    }

    /** Settles the claims of earlier batches, in the writers of this batch. */
    private void settleBefore(long batch, int partitions) {
        if (batch == 0) {
            return;
        }
        for (int partition = 0; partition < partitions; partition++) {
            filter.open()
                    .claims(DeduplicatePartition.writer(partition))
                    .settle(DeduplicatePartition.firstDelivery(batch) - 1);
        }
    }
}
