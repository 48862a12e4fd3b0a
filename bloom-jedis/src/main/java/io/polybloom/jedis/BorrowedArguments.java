package io.polybloom.jedis;

import io.polybloom.spi.Command;
import java.util.Iterator;
import java.util.NoSuchElementException;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.Rawable;

/**
 * The arguments of a command for a connection, read where they are. The list that Jedis keeps would need an object for each of
 * thousands, and to grow to them.
 */
final class BorrowedArguments extends CommandArguments {

    private final byte[][] arguments;

    BorrowedArguments(Command command) {
        super(Protocol.Command.valueOf(command.verb().name()));
        key(command.key());
        arguments = command.arguments();
    }

    @Override
    public int size() {
        return super.size() + arguments.length;
    }

    @Override
    public Iterator<Rawable> iterator() {
        return new Walk(super.iterator());
    }

    /** Stands for each argument in turn: a connection writes one before it asks for the next. */
    private final class Walk implements Iterator<Rawable>, Rawable {

        private final Iterator<Rawable> before;
        private int next;

        Walk(Iterator<Rawable> before) {
            this.before = before;
        }

        @Override
        public boolean hasNext() {
            return before.hasNext() || next < arguments.length;
        }

        @Override
        public Rawable next() {
            if (before.hasNext()) {
                return before.next();
            }
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            next++;
            return this;
        }

        @Override
        public byte[] getRaw() {
            return arguments[next - 1];
        }
    }
}
