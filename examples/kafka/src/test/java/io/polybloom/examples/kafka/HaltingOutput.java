package io.polybloom.examples.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Ends the process as {@code kill -9} does, before or after one of the calls to the output: in the middle of a batch,
 * before it is flushed, or between the flush and the commit.
 */
final class HaltingOutput implements Output {

    /** The exit code of a process that got the signal KILL. */
    static final int KILLED = 137;

    private final Output output;
    private int left;

    /**
     * Wraps an output.
     *
     * @param calls the number of calls to survive
     */
    HaltingOutput(Output output, int calls) {
        this.output = output;
        this.left = calls;
    }

    @Override
    public void forward(ConsumerRecord<String, String> event) {
        haltIfDue();
        output.forward(event);
    }

    @Override
    public void flush() {
        haltIfDue();
        output.flush();
        haltIfDue();
    }

    private void haltIfDue() {
        if (left-- == 0) {
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
