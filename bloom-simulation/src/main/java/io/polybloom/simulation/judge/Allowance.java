package io.polybloom.simulation.judge;

/**
 * The cases in which the format cannot keep its promises: Redis has no compare-and-set without a script. Each constant
 * is an entry of the list "what remains unprotected" in docs/wire-format.md, and holds for exactly the schedules that
 * it describes.
 */
public enum Allowance {
    /**
     * A failover forgets the last writes of keys that still exist, since replication is asynchronous. An element whose
     * add had ended before the first of them is not excused, unless a rebuild was under way, whose writes they were;
     * nor is a key that none of them was about. A deletion or a rebuild that is undone in part leaves behind those who
     * have the filter open; so does a clear if an old primary has executed its removal, and the new primary the
     * commands that follow.
     */
    WRITES_LOST_IN_A_FAILOVER,
    /**
     * The config was evicted, and the trace was evicted, too, or removed by a deletion: nothing tells who opens the
     * name that bits of a filter are still in use, nor who deletes it where they are. Or the trace was evicted when a
     * deletion that failed on a full server had moved the config away: nothing names the claims of writers any more.
     */
    CONFIG_AND_TRACE_LOST,
    /**
     * A key that nobody takes for a filter stays, since its maker died, lost the connection or gave up waiting, or the
     * server began to refuse its writes: a removed key that a write has re-created (a string without its alive bit, a
     * config without a specification), or the config of a deleted filter that was moved away and not yet given its end.
     */
    KEY_LEFT_BEHIND,
    /**
     * A partition has no expiry, or another one than the config names, perhaps an earlier one, at which it is lost: by
     * a command that is executed after its caller has given up waiting, by the BITOP of a load whose caller dies before
     * the PEXPIREAT that follows, or by a PERSIST or PEXPIREAT whose caller dies before it applies the expiry that
     * another client has set meanwhile; or it lives for the ten minutes of a birth, which gave it its name after the
     * filter had expired. Only until a client that uses the filter has looked after its partitions.
     */
    EXPIRY_OVERTAKEN
}
