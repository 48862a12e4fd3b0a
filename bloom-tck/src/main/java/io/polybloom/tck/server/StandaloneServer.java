package io.polybloom.tck.server;

/** A server that is not a member of a cluster, whether the kit has started it or not. */
public interface StandaloneServer {

    /** Returns the URI for clients, with the password if there is one: {@code "redis://:secret@127.0.0.1:15001"}. */
    String uri();

    /** Returns a new connection to it, with the password already sent; the caller closes it. */
    RespClient client();
}
