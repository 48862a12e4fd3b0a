package io.polybloom.jedis;

import static com.google.common.collect.Iterators.concat;
import static com.google.common.collect.Iterators.forArray;
import static com.google.common.collect.Iterators.transform;

import io.polybloom.spi.Command;
import java.util.Iterator;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.args.RawableFactory;

/** The arguments of a command, read where they are: the list that Jedis keeps would have to grow to thousands. */
final class BorrowedArguments extends CommandArguments {

    private final byte[][] borrowed;

    BorrowedArguments(Command command) {
        super(Protocol.Command.valueOf(command.verb().name()));
        command.verb().operation().ifPresent(this::add);
        key(command.key());
        this.borrowed = command.arguments();
    }

    @Override
    public int size() {
        return super.size() + borrowed.length;
    }

    @Override
    public Iterator<Rawable> iterator() {
        return concat(super.iterator(), transform(forArray(borrowed), RawableFactory::from));
    }
}
