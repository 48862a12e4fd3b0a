package io.polybloom.examples.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives the events that have been seen for the first time. */
interface Output {

    /** Takes an event; it may be on its way until {@link #flush}. */
    void forward(ConsumerRecord<String, String> event);

    /** Returns when every event that was taken has arrived. */
    void flush();
}
