package io.polybloom.cli.foreign;

import io.polybloom.BloomFilters;
import io.polybloom.cli.server.Client;
import io.polybloom.cli.server.Connection;
import io.polybloom.cli.server.ServerAddresses;
import io.polybloom.tck.server.RedisServer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Each of the clients, connected to one server. */
record Clients(Map<Client, Connection> connections) implements AutoCloseable {

    static Clients of(RedisServer server) {
        Map<Client, Connection> connections = new EnumMap<>(Client.class);
        for (Client client : Client.values()) {
            connections.put(client, client.connect(List.of(ServerAddresses.parse(server.uri()))));
        }
        return new Clients(connections);
    }

    BloomFilters filters(Client client) {
        return connections.get(client).filters();
    }

    @Override
    public void close() {
        connections.values().forEach(Connection::close);
    }
}
