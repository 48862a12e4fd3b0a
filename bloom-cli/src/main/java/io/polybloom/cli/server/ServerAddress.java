package io.polybloom.cli.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of one Redis server.
 *
 * @param tls whether the connection is encrypted ({@code rediss://})
 * @param host a name or address; an IPv6 address without its brackets
 * @param port 1 to 65535
 * @param user the user of the access control list, if one is given
 * @param password the password, if one is given
 * @param database the number of the database, 0 by default
 */
public record ServerAddress(
        boolean tls,
        String host,
        int port,
        @Nullable String user,
        @Nullable String password,
        int database) {

    static final int SENTINEL_PORT = 26379;
    private static final int DEFAULT_PORT = 6379;
    private static final Pattern URI = Pattern.compile(
            "(rediss?)://(?:(.*)@)?(\\[[0-9A-Fa-f:.]+]|[^\\s/:@\\[\\]]+)(?::(\\d{1,5}))?(?:/(\\d{0,9}))?");

    /**
     * Reads {@code redis://[user:password@]host[:port][/db]} or {@code rediss://...}. As with {@code redis-cli}, a
     * password may stand without a user; special characters are percent-encoded.
     *
     * @throws IllegalArgumentException with a message for the user, without any password, if the text is none
     */
    static ServerAddress parse(String text) {
        return parse(text, DEFAULT_PORT);
    }

    /** Reads an address as {@link #parse(String)} does, where another port is the usual one. */
    static ServerAddress parse(String text, int defaultPort) {
        Matcher parts = URI.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + withoutPassword(text)
                    + "' is not the address of a Redis server: use redis://[user:password@]host[:port][/db]");
        }
        String host = parts.group(3).replaceAll("[\\[\\]]", "");
        int port = parts.group(4) == null ? defaultPort : Integer.parseInt(parts.group(4));
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("the port must be from 1 to 65535, not " + port);
        }
        String database = parts.group(5);
        String credentials = parts.group(2);
        int colon = credentials == null ? -1 : credentials.indexOf(':');
        return new ServerAddress(
                parts.group(1).equals("rediss"),
                host,
                port,
                colon > 0 ? decode(credentials.substring(0, colon)) : null,
                credentials == null || colon == credentials.length() - 1
                        ? null
                        : decode(credentials.substring(colon + 1)),
                database == null || database.isEmpty() ? 0 : Integer.parseInt(database));
    }

    /** Returns the address with a password, unless it has one. */
    ServerAddress withPassword(String given) {
        return new ServerAddress(tls, host, port, user, password == null ? given : password, database);
    }

    /** The address as a URI without user, password and database. */
    String bareUri() {
        return scheme() + "://" + hostAndPort();
    }

    String scheme() {
        return tls ? "rediss" : "redis";
    }

    String hostAndPort() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** The address without the password. */
    @Override
    public String toString() {
        return bareUri();
    }

    private static String decode(String encoded) {
        // In the user part of a URI a plus is a plus.
        return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String withoutPassword(String text) {
        // The text after a colon may be part of a password that contains a comma or a bracket.
        return text.replaceAll("^(\\w+://)?.*@", "$1***@").replaceAll("(://[^:/@]*):\\d*[^\\d,/].*", "$1:***");
    }
}
