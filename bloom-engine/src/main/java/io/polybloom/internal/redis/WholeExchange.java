package io.polybloom.internal.redis;

import io.polybloom.internal.model.CellFormat;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.model.Trailer;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * An add that exchanges a whole partition: it reads the string as it was, which decides each element in turn, as if the
 * bits of those before it were set already, and merges the new bits into it.
 */
public final class WholeExchange {

    /** The longest time for which the uploaded key could live if the commands of its group are executed one by one. */
    private static final long LIFE_MILLIS = 60_000;

    private static final byte[] NOTHING = {};
    private static final int TIME_TO_LIVE = 1;
    private static final int OLD_STRING = 2;

    private WholeExchange() {}

    /**
     * Returns the commands of the exchange, for a group: upload the bits, ask for the expiry and the string, merge,
     * remove the uploaded bits. BITOP drops the expiry of the partition: a client that knows of one does not exchange
     * partitions, and one that finds an expiry which it did not know restores it. The uploaded key lives within the
     * group only; it is given an expiry in case something between the client and the server takes the group apart.
     *
     * @param bits the bits to set, without trailer
     */
    public static List<Command> commands(Partition partition, byte[] bits) {
        byte[] key = partition.key();
        byte[] uploaded = partition.exchangeKey();
        List<Command> commands = new ArrayList<>(List.of(
                Commands.setShortLived(uploaded, bits, LIFE_MILLIS),
                Commands.timeToLive(key),
                Commands.range(key, 0, partition.bits() / Byte.SIZE),
                Commands.merge(key, uploaded)));
        // An expiry of its own is known.
        Lifetime own = partition.layer().lifetime(Lifetime.FOR_EVER);
        if (own.isLimited()) {
            commands.add(Commands.live(key, own));
        }
        commands.add(Commands.unlink(uploaded));
        return commands;
    }

    /**
     * Returns the same commands in a form that neither reveals nor changes anything, even if the server executes them
     * one by one: they show whether it allows all of them, in a group.
     */
    public static List<Command> rehearsal(Partition partition) {
        byte[] uploaded = partition.exchangeKey();
        return List.of(
                Commands.setShortLived(uploaded, NOTHING, LIFE_MILLIS),
                Commands.timeToLive(partition.key()),
                Commands.range(partition.key(), 0, 0),
                Commands.merge(uploaded, uploaded),
                Commands.unlink(uploaded));
    }

    /**
     * Reads the replies; throws the classified exception if they hold no answer.
     *
     * @param offsets the offsets of the elements, k for each
     * @param count the number of offsets
     */
    public static PartitionAnswer read(
            Partition partition, List<Command> commands, List<Reply> replies, Offsets offsets, int count) {
        for (int i = 0; i < replies.size(); i++) {
            Answers.requireSuccess(commands.get(i), replies.get(i));
        }
        byte[] bytes = Answers.bytes(commands.get(OLD_STRING), replies.get(OLD_STRING));
        int removed = commands.size() - 1;
        if (Answers.integer(commands.get(removed), replies.get(removed)) != 1) {
            throw Answers.unexpected(replies.get(removed), commands.get(removed) + " of a key that was just written");
        }
        long millisLeft = Answers.integer(commands.get(TIME_TO_LIVE), replies.get(TIME_TO_LIVE));
        Trailer trailer = partition.trailer(bytes);
        BitSet fresh = new BitSet();
        if (trailer.isAlive()) {
            int hashes = partition.layer().geometry().hashes();
            CellFormat cells = partition.layer().cells();
            long[] places = new long[hashes];
            for (int element = 0; element < count / hashes; element++) {
                offsets.find(element, places);
                long common = -1;
                for (long place : places) {
                    // In the string itself: nobody else has it, and the trailer stays as it was.
                    common &= cells.add(bytes, place);
                }
                if (!cells.isPresent(common)) {
                    fresh.set(element);
                }
            }
        }
        // Every client knows an expiry of the partition's own.
        boolean hasTakenLifetime = millisLeft >= 0 && !partition.layer().hasOwnLifetime();
        return PartitionAnswer.exchanged(trailer, hasTakenLifetime, fresh);
    }
}
