package io.polybloom.bench.setup;

import io.polybloom.bench.run.ProcessorClock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/** Measures the cost of a piece of work for a server in commands, by {@code INFO commandstats}. Not thread-safe. */
public final class CommandMeter {

    private static final Pattern LINE =
            Pattern.compile("cmdstat_([^:]+):calls=(\\d+),usec=\\d+,usec_per_call=([\\d.]+)");

    /** The commands of the meter itself. */
    private static final Pattern OWN = Pattern.compile("info|config.*");

    private final Connection connection;

    CommandMeter(Connection connection) {
        this.connection = connection;
    }

    /** Does a piece of work; nobody else may use the server meanwhile. */
    public CommandCost costOf(Runnable work) {
        ask(new CommandArguments(Command.CONFIG).add("RESETSTAT"));
        long serverStart = serverMicros();
        long start = System.nanoTime();
        work.run();
        long nanos = System.nanoTime() - start;
        long serverMicros = serverMicros() - serverStart;
        return cost(nanos, serverMicros, info("commandstats"));
    }

    static CommandCost cost(long nanos, long serverMicros, String commandStatistics) {
        long commands = 0;
        String dearest = "";
        double dearestMicros = 0;
        Matcher line = LINE.matcher(commandStatistics);
        while (line.find()) {
            if (OWN.matcher(line.group(1)).matches()) {
                continue;
            }
            commands += Long.parseLong(line.group(2));
            double micros = Double.parseDouble(line.group(3));
            if (micros > dearestMicros) {
                dearest = line.group(1);
                dearestMicros = micros;
            }
        }
        return new CommandCost(nanos, serverMicros, commands, dearest, dearestMicros);
    }

    private long serverMicros() {
        return ProcessorClock.microsIn(info("cpu"));
    }

    private String info(String section) {
        return ask(new CommandArguments(Command.INFO).add(section));
    }

    private String ask(CommandArguments command) {
        return connection.executeCommand(new CommandObject<>(command, BuilderFactory.STRING));
    }
}
