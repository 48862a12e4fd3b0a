package io.polybloom.simulation.actor;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;

/**
 * A hash over what happens in a run: its events, and the batches, replies and outcomes of its calls, in their order.
 */
public final class Transcript {

    private final HashStream64 hash = Hashing.komihash5_0().hashStream();
    private final boolean isKept;

    /**
     * Begins one.
     *
     * @param isKept whether its hash will be asked for
     */
    public Transcript(boolean isKept) {
        this.isKept = isKept;
    }

    /** Adds an event of the run. */
    public void add(String kind, int actor, long subject, String key, int variant) {
        if (isKept) {
            hash.putString(kind).putInt(actor).putLong(subject).putString(key).putInt(variant);
        }
    }

    /** Adds a promise that was found to be broken. */
    public void addViolation(String kind) {
        if (isKept) {
            hash.putString(kind);
        }
    }

    /** Adds a call that has ended, with its outcome. */
    void add(Call call) {
        if (isKept) {
            hash.putString(call.toString());
        }
    }

    void add(Batch batch) {
        if (isKept) {
            hash.putInt(batch.server()).putBoolean(batch.isGroup()).putInt(batch.size());
            for (Command command : batch.commands()) {
                hash.putString(command.verb().wireName());
                for (byte[] word : command.words()) {
                    hash.putByteArray(word);
                }
            }
        }
    }

    void add(Reply reply) {
        if (!isKept) {
            return;
        }
        hash.putString(reply.getClass().getSimpleName());
        if (reply instanceof Reply.Int number) {
            hash.putLong(number.value());
        } else if (reply instanceof Reply.Ints numbers) {
            hash.putLongArray(numbers.values());
        } else if (reply instanceof Reply.Bytes bytes) {
            hash.putByteArray(bytes.value());
        } else if (reply instanceof Reply.Many many) {
            many.elements().forEach(this::add);
            hash.putInt(many.elements().size());
        } else if (reply instanceof Reply.Failure failure) {
            hash.putString(String.valueOf(failure.serverError())).putBoolean(failure.mayHaveBeenApplied());
        }
    }

    /** Returns the hash. */
    public long hash() {
        return hash.getAsLong();
    }
}
