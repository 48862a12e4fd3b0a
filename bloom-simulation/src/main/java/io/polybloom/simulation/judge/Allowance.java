package io.polybloom.simulation.judge;

/**
 * The cases in which the format cannot keep its promises: Redis has no compare-and-set without a script. Each constant
 * is an entry of the list "what remains unprotected" in docs/why.md, and holds for exactly the schedules that it
 * describes.
 */
public enum Allowance {
    /**
     * A failover forgets the last writes of keys that still exist, since replication is asynchronous. An element whose
     * add had ended before the first of them is not excused, unless a rebuild was under way, whose writes they were;
     * nor is a key that none of them was about. A deletion, a clear or a rebuild that is undone in part, or whose
     * removals an old primary has executed, leaves behind those who have the filter open.
     */
    WRITES_LOST_IN_A_FAILOVER,
    /**
     * The register was evicted, and its copy, too, or both lists of the writers: nothing tells who opens the name that
     * bits of a filter are still in use, nor who deletes it where they are, nor which deliveries were claimed.
     */
    REGISTER_AND_COPY_LOST,
    /**
     * A key that nobody takes for a part of a filter stays, since its maker died, lost the connection or gave up
     * waiting, or the server began to refuse its writes: a removed key that a write has re-created, without its alive
     * bit, or under the id of a layer or of claims that no version and no list names.
     */
    KEY_LEFT_BEHIND,
    /**
     * A partition has no expiry, or another one than the register names, perhaps an earlier one, at which it is lost:
     * by a command that is executed after its caller has given up waiting, or whose caller dies before the commands
     * that follow.
     */
    EXPIRY_OVERTAKEN
}
