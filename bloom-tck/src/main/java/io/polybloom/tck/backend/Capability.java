package io.polybloom.tck.backend;

/** An ability that not every client has. A backend names those that it lacks; see {@link Backend#missing()}. */
public enum Capability {
    /** Its commands go to a server at an address, so a test can cause faults of the server and see the commands. */
    SERVER,
    /** It finds the nodes of a Redis Cluster and follows redirects. */
    CLUSTER,
    /** One filter may be spread over servers that do not know of each other. */
    INDEPENDENT_SERVERS,
    /** It sends reads to a replica if they may go there. */
    REPLICAS,
    /** A client can be made while its server cannot be reached or refuses it. */
    LATE_CONNECTION,
    /** Its API is asynchronous, and does not block its caller. */
    NON_BLOCKING,
    /** Its API runs handlers on the context of the caller, such as an event loop's. */
    CALLER_CONTEXT,
    /** It sends groups of commands that one server executes as one, so bulk adds may exchange whole partitions. */
    GROUPS,
    /** It tells how many replicas have a write: it sends WAIT on the connection of the write. */
    ACKNOWLEDGEMENT,
    /** It does so in a Redis Cluster, on a connection to the node that has executed the write. */
    CLUSTER_ACKNOWLEDGEMENT
}
