package io.polybloom.tck.backend;

/** An ability that not every client has. A backend names those that it lacks; see {@link Backend#missing()}. */
public enum Capability {
    /** Its commands go to a server at an address, so a test can cause faults of the server and see the commands. */
    SERVER("reaches a server at an address"),
    /** It finds the nodes of a Redis Cluster and follows redirects. */
    CLUSTER("works on a Redis Cluster"),
    /** One filter may be spread over servers that do not know of each other. */
    INDEPENDENT_SERVERS("spreads a filter over independent servers"),
    /** It sends reads to a replica if they may go there. */
    REPLICAS("reads from a replica if a filter may"),
    /** A client can be made while its server cannot be reached or refuses it. */
    LATE_CONNECTION("makes clients whose server cannot be reached yet"),
    /** Its API is asynchronous, and does not block its caller. */
    NON_BLOCKING("answers later and does not block its caller"),
    /** Its API runs handlers on the context of the caller, such as an event loop's. */
    CALLER_CONTEXT("runs handlers on the context of their caller"),
    /** It sends groups of commands that one server executes as one, so bulk adds may exchange whole partitions. */
    GROUPS("sends groups of commands that are executed as one"),
    /** It tells how many replicas have a write: it sends WAIT on the connection of the write. */
    ACKNOWLEDGEMENT("tells how many replicas have a write"),
    /** It does so in a Redis Cluster, on a connection to the node that has executed the write. */
    CLUSTER_ACKNOWLEDGEMENT("tells how many replicas have a write in a Redis Cluster");

    private final String meaning;

    Capability(String meaning) {
        this.meaning = meaning;
    }

    /** Returns the behaviour of a backend with this capability, such as {@code "works on a Redis Cluster"}. */
    public String meaning() {
        return meaning;
    }
}
