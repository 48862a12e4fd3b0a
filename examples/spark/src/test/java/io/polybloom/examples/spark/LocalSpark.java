package io.polybloom.examples.spark;

import org.apache.spark.sql.SparkSession;

/** Spark in this process: two tasks at a time, each tried up to four times. */
final class LocalSpark {

    private LocalSpark() {}

    static SparkSession start() {
        return SparkSession.builder()
                .master("local[2,4]")
                .appName("polybloom-example")
                .config("spark.ui.enabled", false)
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2)
                // Several tasks for each file.
                .config("spark.sql.files.maxPartitionBytes", 4096)
                .config("spark.sql.files.openCostInBytes", 0)
                .getOrCreate();
    }
}
