package io.polybloom.jedis;

import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.util.Iterator;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.bloom.RedisBloomProtocol.BloomFilterCommand;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * The arguments of a command, read in place, since the list that Jedis keeps would grow to thousands of entries. The
 * object itself represents each argument in turn: a connection writes one before it asks for the next. So only one
 * iteration may be in progress at a time.
 */
final class BorrowedArguments extends CommandArguments implements Iterator<Rawable>, Rawable {

    /** The prefix that Jedis leaves out in the names of its constants. */
    private static final String MODULE_PREFIX = "BF_";

    private final byte[][] borrowed;
    private Iterator<Rawable> beginning;
    private int next;

    BorrowedArguments(Command command) {
        super(protocolCommand(command.verb()));
        command.verb().operation().ifPresent(this::add);
        if (command.verb().hasKey()) {
            key(command.key());
        }
        this.borrowed = command.arguments();
        this.beginning = super.iterator();
    }

    private static ProtocolCommand protocolCommand(Verb verb) {
        return verb.isOfModule()
                ? BloomFilterCommand.valueOf(verb.name().substring(MODULE_PREFIX.length()))
                : Protocol.Command.valueOf(verb.wireName());
    }

    @Override
    public int size() {
        return super.size() + borrowed.length;
    }

    @Override
    public Iterator<Rawable> iterator() {
        beginning = super.iterator();
        next = 0;
        return this;
    }

    @Override
    public boolean hasNext() {
        return next < borrowed.length || beginning.hasNext();
    }

    @Override
    public Rawable next() {
        if (beginning.hasNext()) {
            return beginning.next();
        }
        next++;
        return this;
    }

    @Override
    public byte[] getRaw() {
        return borrowed[next - 1];
    }
}
