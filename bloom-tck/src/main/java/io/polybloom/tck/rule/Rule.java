package io.polybloom.tck.rule;

import static io.polybloom.tck.rule.Rule.Kind.DETERMINISTIC;
import static io.polybloom.tck.rule.Rule.Kind.STATISTICAL;
import static io.polybloom.tck.rule.Rule.Level.MUST;
import static io.polybloom.tck.rule.Rule.Level.SHOULD;

import java.util.List;

/**
 * A promise that every backend keeps, with its number. Numbers are never reused: a dropped rule leaves a gap, and a new
 * rule goes to the end of its chapter.
 *
 * <p>A test is bound to its rule by an annotation, {@code @Checks(Rule.NO_FALSE_NEGATIVE)}; a rule without a test fails
 * the build of the kit.
 */
public enum Rule {
    NO_FALSE_NEGATIVE("1.01", MUST, DETERMINISTIC, """
            After an add has returned, every look-up of its element returns true, one by one and in bulk, on every \
            client.
            Intent: A Bloom filter errs in one direction only; a forgotten element is a duplicate that passes.
            Check: that look-ups read the key and all of the offsets that adds write, from the primary.
            """),
    TRUE_IF_A_BIT_CHANGED("1.02", MUST, DETERMINISTIC, """
            An add returns true exactly when it has changed a bit.
            Intent: The answer says whether an element is seen for the first time; Redis decides it in the command \
            that writes the bits.
            Check: that the integers of a reply reach the core unchanged and complete: one for each sub-command of \
            BITFIELD.
            """),
    BULK_ANSWERS_IN_ORDER("1.03", MUST, DETERMINISTIC, """
            A bulk operation answers for each element, in the order of the call.
            Intent: The caller handles each element according to its own answer.
            Check: that replies are returned in the order of the commands of their batch, and batches are not mixed up.
            """),
    FIRST_OF_EQUALS("1.04", MUST, DETERMINISTIC, """
            Of equal elements in one bulk add, the first is new and the others are not.
            Intent: A bulk add has the same result as its elements added one by one.
            Check: that batches of one partition do not overtake each other unless the step says that they may.
            """),
    EMPTY_BATCH_IS_FREE("1.05", MUST, DETERMINISTIC, """
            A bulk operation on no elements sends nothing and returns no answers.
            Intent: Consumers poll empty batches all day.
            Check: whether the adapter talks to the server when it is created or before it knows that there is work.
            """),
    ONE_OF_MANY_IS_FIRST("1.06", MUST, DETERMINISTIC, """
            If any number of threads and clients add the same element at the same time, exactly one gets true.
            Intent: A new element is handled exactly once, by one of its consumers.
            Check: that an add is one command, not a look-up and a write, and that threads do not share replies.
            """),
    NULL_IS_REFUSED("1.07", MUST, DETERMINISTIC, """
            A null element is refused with a NullPointerException, and nothing of its batch is written.
            Intent: A mistake of the caller is reported at once and leaves no half-written batch.
            Check: whether the flavour evaluates its elements before it sends the first command.
            """),
    GROUPS_ANSWER_IN_TURN("1.08", MUST, DETERMINISTIC, """
            A bulk add that exchanges whole partitions answers as if its elements were added one by one, and leaves \
            the same bits.
            Intent: The form in which bits are sent is a matter of cost; the answers must not depend on it.
            Check: that each command of a group has its own reply, in the order of the reply to EXEC.
            """),
    OWN_ANSWER_AT_ONCE("1.09", MUST, DETERMINISTIC, """
            When threads call at the same time, each call gets its own answer, however many calls are sent together.
            Intent: Calls that wait for a connection may share a command, but their callers are independent of each \
            other.
            Check: that each caller gets its own answer when the adapter sends calls together.
            """),

    BITS_OF_THE_REFERENCE("2.01", MUST, DETERMINISTIC, """
            Each partition is stored under its key, has its full length and trailer, and equals the reference byte for \
            byte.
            Intent: Filters are shared by adapters, versions and languages.
            Check: the key and binary arguments first: bytes that went through a charset, a signed offset, a codec's \
            prefix.
            """),
    CANONICAL_CONFIG("2.02", MUST, DETERMINISTIC, """
            The config key holds the canonical specification and the generation that is ready, and nothing else.
            Intent: Any client can open a filter from its stored config.
            Check: that field names and values are sent as plain bytes, without a codec of the client.
            """),

    RATE_AS_PROMISED("3.01", MUST, STATISTICAL, """
            A filter at its capacity reports absent elements as present at the rate that was requested.
            Intent: Users plan memory from the error rate; a rate 6 times too high means a filter that is too small.
            Check: rule 2.01 first. When the bits are right, the look-up does not read all of them.
            """),
    STATS_MEASURE("3.02", MUST, STATISTICAL, """
            The statistics report the number of elements, the error rate and the memory of a filter.
            Intent: Operators see that a filter fills up before its users do.
            Check: that BITCOUNT and its ranges reach the server unchanged, for every partition.
            """),

    SERVER_OF_A_PARTITION("4.01", MUST, DETERMINISTIC, """
            Partition i of a filter over N independent servers is on server i modulo N, and the config on server 0.
            Intent: Clients that list the same servers in the same order share the filter.
            Check: that a batch is sent to the server that its index names, in the order in which the servers were \
            given.
            """),
    TAGGED_NAMES("4.02", MUST, DETERMINISTIC, """
            A name with a hash tag keeps every key of its filter in the slot of that tag.
            Intent: Users place a filter next to their own keys in the same slot.
            Check: that keys are sent as the core made them, without a prefix or a name mapper of the client.
            """),
    PARTITIONS_SPREAD("4.03", MUST, DETERMINISTIC, """
            The partitions of a filter in a cluster are on the nodes of their slots, and so are spread over all nodes.
            Intent: In a cluster, a filter can outgrow one machine.
            Check: that the client is told which argument is the key, so that it finds the slot.
            """),
    CLUSTER_OPERATIONS("4.04", MUST, DETERMINISTIC, """
            Every operation works on a cluster and reaches every partition.
            Intent: A filter is used in the same way wherever it is stored.
            Check: that a batch goes to one slot, and batches of different slots to their own nodes.
            """),
    KEYS_ARE_BYTES("4.05", MUST, DETERMINISTIC, """
            Two names that differ only in a blank, a control character or the case of a letter name two filters, each \
            with a key of its own.
            Intent: If two names became one key, each of the two filters would find the elements of the other.
            Check: that keys are sent as they are: no encoding, no trimming, no terminator.
            """),

    ADOPTED("5.01", MUST, DETERMINISTIC, """
            A client that opens a stored filter, with the same parameters or only by its name, uses it as it is stored.
            Intent: Every instance of a service opens its filters when it starts.
            Check: that the reply to HGETALL reaches the core as fields and values, in RESP2 and RESP3.
            """),
    OTHER_PARAMETERS_REFUSED("5.02", MUST, DETERMINISTIC, """
            Opening with other parameters is refused with an exception that shows both, and no client's answers change.
            Intent: A reconfiguration is never answered with false.
            Check: that the adapter passes on the caller's specification and the core's exceptions unchanged.
            """),
    CREATORS_AGREE("5.03", MUST, DETERMINISTIC, """
            Clients that create a filter at the same time agree on one generation, and no other generation leaves a key.
            Intent: Many instances start at once.
            Check: that HSETNX and HGETALL are pipelined on one connection, in this order.
            """),
    CLEARED_FOR_EVERYBODY("5.04", MUST, DETERMINISTIC, """
            A cleared filter is empty for all clients, even for those that opened it before, and no old key is left.
            Intent: An element that is written to the old bits would be lost.
            Check: that the trailer's bits, the last two integers of a reply, are not cut off.
            """),
    DELETED_FOR_EVERYBODY("5.05", MUST, DETERMINISTIC, """
            A deleted filter leaves no key. Other clients learn that it is gone, and say so until they open it again.
            Intent: A filter that is gone does not answer false.
            Check: that UNLINK is sent for every partition, and that a missing key's zeros reach the core.
            """),
    STALE_CLIENT_FOLLOWS("5.06", MUST, DETERMINISTIC, """
            A client that misses a deletion and meets the next filter gets a LostDataException once, then uses that.
            Intent: The elements of the old filter are gone; they must not look as if they had never been added.
            Check: whether the adapter keeps anything about a filter between two operations.
            """),
    EXPIRY_OF_EVERY_KEY("5.07", MUST, DETERMINISTIC, """
            An expiry reaches every key of a filter, even before the first add, and survives a clear.
            Intent: A key that remains is a leak; a key that expires early is lost data.
            Check: that PEXPIREAT is sent with milliseconds, for every partition and the config.
            """),
    EXPIRED_IS_GONE("5.08", MUST, DETERMINISTIC, """
            A filter that has expired is gone: every operation says so.
            Intent: An expired filter must not look like an empty one.
            Check: that the zeros and nils of keys that are gone reach the core; then rule 5.05.
            """),
    FOREIGN_KEYS_UNTOUCHED("5.09", MUST, DETERMINISTIC, """
            Data under the config key that is not a filter is refused and left unchanged.
            Intent: Names collide; other people's data is not ours to change.
            Check: that errors of single commands inside a pipeline, WRONGTYPE here, reach the core as failures.
            """),
    UNKNOWN_FORMAT_REFUSED("5.10", MUST, DETERMINISTIC, """
            A filter in a format or layout that this version does not know is refused and left unchanged.
            Intent: Later versions may store data that earlier ones would misread.
            Check: that the adapter passes on the core's exceptions unchanged.
            """),
    EXPIRES_AT_THE_INSTANT("5.11", MUST, DETERMINISTIC, """
            An instant of expiry is exact to the millisecond; an instant in the past is refused, and nothing changes.
            Intent: Several filters, or a filter and the data that it guards, expire at the same time.
            Check: that the adapter passes on the caller's instant and the core's exception unchanged.
            """),
    EXPIRY_IS_LIFTED("5.12", MUST, DETERMINISTIC, """
            After persist no key of the filter expires, and no client takes the filter for one that does.
            Intent: A single key that still expires loses data long after the call.
            Check: that PERSIST is sent for every partition, the trace and the config, and HSETNX for the field.
            """),
    LOST_CONFIG("5.13", MUST, DETERMINISTIC, """
            Opening a filter whose config is lost is refused until the filter is removed; the removal leaves no key.
            Intent: Clients with the old filter must not continue alongside a new one, and its keys must be removable.
            Check: that the reply to HGETALL of the trace reaches the core, and that the task is run like any other.
            """),
    LOST_CONFIG_IS_NOTICED("5.14", MUST, DETERMINISTIC, """
            Once its check interval has passed, an open filter whose config was lost or replaced throws instead of \
            answering.
            Intent: Its bits may outlive the config, and must not be used alongside those of a new filter.
            Check: that a batch with commands for the config is sent alongside the batches of an operation, and \
            answered.
            """),

    OVERFULL_RATE("6.01", MUST, STATISTICAL, """
            A filter that degrades accepts every element, and at 1, 2 and 4 times its capacity has the predicted error \
            rate.
            Intent: The formula (1 - e^(-knt/m))^k predicts the error rate of a filter that is too small.
            Check: rule 3.01 first. Then whether anything but the layout decides which bits are set.
            """),
    OVERFULL_IS_TOLD("6.02", MUST, DETERMINISTIC, """
            The statistics of a filter beyond its capacity say so, and its listener is told exactly once.
            Intent: Operators notice a filter that is too small, without a flood of messages.
            Check: that the specification with its listener reaches the core as the caller gave it.
            """),
    ACCEPTS_ITS_CAPACITY("6.03", MUST, STATISTICAL, """
            A filter with the policy REJECT and a capacity of 100,000 accepts 98 to 101 % of it, from one client and \
            from eight in turn.
            Intent: The capacity is known from samples, without a counter that every add would have to increment.
            Check: that BITCOUNT and its ranges reach the server unchanged, and that errors reach the core as failures.
            """),
    ACCEPTS_A_SMALL_CAPACITY("6.04", MUST, STATISTICAL, """
            A filter that rejects keeps to a small capacity within 6 standard errors of the estimate and one chunk \
            for each client.
            Intent: Near its capacity a filter works in small steps, however many elements a bulk add brings.
            Check: rule 6.03 first. Then whether bulk adds go out in the chunks that the core has made.
            """),
    FULL_IS_READ_ONLY("6.05", MUST, DETERMINISTIC, """
            A full filter that rejects recognizes its elements, refuses new ones with OverCapacityException, and \
            writes nothing.
            Intent: A refusal is an error that the caller can act on; present elements are still known as duplicates.
            Check: that the second integer of a reply, the seal, is not cut off or taken for a bit of an element.
            """),
    SEAL_IN_THE_REPLY("6.06", MUST, DETERMINISTIC, """
            An add that learns from its own reply that the filter is full has been accepted; the next one is refused.
            Intent: Its bits are written, so a refusal would turn the element into a duplicate that nobody has handled.
            Check: that the second integer of a reply, the seal, reaches the core together with the old bits.
            """),
    LAYERS_OF_THE_FORMAT("6.07", MUST, DETERMINISTIC, """
            The layers of a filter that grows have the fields, keys, lengths, seals and bits of the wire format.
            Intent: Any client and any version finds the elements in each of the layers.
            Check: rules 2.01 and 2.02 first. Then the field of the layer and the offset of the seal.
            """),
    GROWS_WITHIN_ITS_RATE("6.08", MUST, STATISTICAL, """
            However far a filter grows, it forgets no element and keeps the requested error rate.
            Intent: A filter that grows to a thousand times its capacity is as good as one that was planned for it.
            Check: rules 1.03 and 3.01 first. Then whether the replies of several layers are mixed up.
            """),
    LAYERS_ARE_USED_UP("6.09", MUST, STATISTICAL, """
            A layer is sealed when it holds its capacity, within 10 %, whether one client fills it or several do.
            Intent: Layers that are sealed too early waste memory; those that are sealed too late break the error rate.
            Check: that BITCOUNT and its ranges reach the server unchanged, for every partition.
            """),
    ONE_LAYER_AT_ONCE("6.10", MUST, DETERMINISTIC, """
            Clients that grow a filter at the same time make one layer.
            Intent: All instances of a service meet the full layer at the same moment.
            Check: that HSETNX and HGETALL of the config reach the server in this order, each once.
            """),
    STALE_CLIENT_ASKS_ON("6.11", MUST, DETERMINISTIC, """
            A client that has not seen a new layer neither misses its elements nor adds them a second time.
            Intent: Clients are not notified that a filter has grown; they learn it from the seals.
            Check: that the second integer of a reply, the seal, reaches the core.
            """),
    GROWTH_IS_RESUMED("6.12", MUST, DETERMINISTIC, """
            A growth that was interrupted at any point loses nothing, and the next client completes it.
            Intent: The client that opens a layer may die between any two commands.
            Check: that a write that was answered with an error does not count as done.
            """),
    LOST_LAYER("6.13", MUST, DETERMINISTIC, """
            A grown filter that has lost a partition of any layer, or a layer's field in the config, says so.
            Intent: The elements of a lost layer are not absent.
            Check: that each reply carries its own trailer, even if several layers are asked at once.
            """),
    GROWN_IS_CLEARED("6.14", MUST, DETERMINISTIC, """
            A grown filter that is cleared has one empty layer for all clients; one that is deleted leaves no key.
            Intent: Keys left over from a layer would be a leak, or would answer for elements that are gone.
            Check: that UNLINK and HDEL are sent for every layer.
            """),
    LAYERS_IN_ONE_ROUND_TRIP("6.15", SHOULD, DETERMINISTIC, """
            A look-up asks all layers of a filter in one round trip.
            Intent: A filter that has grown is not slower to query than a new one.
            Check: the window of the transport, or whether it can join the batches of one server.
            """),
    IDLE_COSTS_NOTHING("6.16", MUST, DETERMINISTIC, """
            A filter that is only read, or whose fullness has no effect, is not sampled by any client.
            Intent: Only clients that add to a filter that may become full pay for watching it.
            Check: whether the adapter sends anything that the core has not asked for.
            """),
    WATCHING_IS_CHEAP("6.17", SHOULD, DETERMINISTIC, """
            Watching the fill of a filter that is written to costs at most one command per 500 adds and 40 bytes per \
            add.
            Intent: The capacity is kept without slowing down the writers.
            Check: that every answered add reaches the core once, so that it knows how much room is left.
            """),

    SERVER_ERRORS("7.01", MUST, DETERMINISTIC, """
            A server error causes an exception with its reason, which says that nothing was applied; and nothing was \
            applied.
            Intent: An error is never answered with false, and a write that is known to be refused can be repeated.
            Check: that an error reply becomes Failure.ofServer, with the server's own text, its first word included, \
            and that a connection on which an error has come goes back to its pool.
            """),
    LOST_PARTITION("7.02", MUST, DETERMINISTIC, """
            After a partition has been lost, every operation throws LostDataException and leaves no key behind.
            Intent: The zeros of an evicted key do not mean that elements are absent.
            Check: that the trailer's bits, the last two integers of a reply, are not cut off.
            """),
    FOREIGN_PARTITION("7.03", MUST, DETERMINISTIC, """
            If the key of a partition holds another type, every operation refuses it and leaves it unchanged.
            Intent: Other people's data is not ours to read or to change.
            Check: that errors of single commands inside a pipeline reach the core as failures.
            """),
    UNREACHABLE("7.04", MUST, DETERMINISTIC, """
            A server that cannot be reached causes a BackendException.
            Intent: A stopped server is an error that is reported, not a hanging thread and not an answer.
            Check: that every exception of the client becomes a failure, including those thrown before anything is sent.
            """),
    LOGIN_REFUSED("7.05", MUST, DETERMINISTIC, """
            A wrong or missing password causes a BackendException that says so.
            Intent: The message leads to the setting that is wrong.
            Check: that the server's text survives the exceptions in which the client wraps it.
            """),
    BULK_TELLS_THE_TRUTH("7.06", MUST, DETERMINISTIC, """
            A bulk add that fails half-way reports for each element whether it is new, present or unknown.
            Intent: A caller that has handled the new elements can continue with the unknown ones.
            Check: that answered batches are reported as answered, and one without its whole reply as unknown.
            """),
    WRITES_ARE_SENT_ONCE("7.07", MUST, DETERMINISTIC, """
            A write that may have reached the server is not sent again; its outcome is an exception.
            Intent: A repeated write finds its own bits and reports a new element as seen, so the event is dropped.
            Check: what the client retries by itself, and what it sends again after a reconnect: it must not repeat a \
            write, unless the server has redirected it. Rule 18.09 tests a pipeline that was cut off.
            """),
    CUT_REPLY_IS_NO_ANSWER("7.08", MUST, DETERMINISTIC, """
            If a connection ends before or within a command or a reply, there is no answer; the next operation uses a \
            new connection.
            Intent: Half a reply is not an answer, and the rest of it does not belong to the next command.
            Check: that a connection with an unread reply is closed and not returned to its pool, and that the next \
            one logs in like the first.
            """),
    MOVING_SLOTS("7.09", MUST, DETERMINISTIC, """
            While slots move to other nodes, no element is lost or invented, and a slot half-way between two nodes is \
            served.
            Intent: Clusters are resharded while their clients work.
            Check: how the client follows MOVED and ASK, and whether it repeats more than the redirected command.
            """),
    CLIENT_STAYS_OPEN("7.10", MUST, DETERMINISTIC, """
            The user's client stays open and usable after anything that happens to a filter: an error, a refusal, a \
            delete.
            Intent: The client belongs to the user, who also uses it for other purposes.
            Check: that no part of the adapter closes a client, a pool or a connection that it was given.
            """),
    GROUPS_ARE_WHOLE("7.11", MUST, DETERMINISTIC, """
            A group of commands is executed as a whole or not at all: if the server refuses one of them, none has an \
            effect. A group contains no command of another call.
            Intent: Half an exchange leaves a key behind, or bits that make new elements look like duplicates.
            Check: that MULTI, the commands and EXEC are sent on one connection, together and complete.
            """),
    OWN_ERROR_AT_ONCE("7.12", MUST, DETERMINISTIC, """
            When threads call at the same time, an error reaches exactly the calls that it concerns.
            Intent: An error of a shared command is an error of each of its callers; all other callers get their \
            answers.
            Check: that the adapter reports the failure of a command to all of its callers.
            """),
    OLD_IS_ACKNOWLEDGED("7.13", MUST, DETERMINISTIC, """
            An acknowledged add of an element that is already present is answered only if the replicas have the \
            element, regardless of who has added it and how it is found.
            Intent: The answer false says that the element is safe. Since Redis 7.2, WAIT after a command that changes \
            nothing waits for no replica.
            Check: that all commands of a batch are sent, in order, on one connection, and that the last reply is that \
            of WAIT.
            """),
    ACKNOWLEDGED_BY_THE_NODE("7.14", MUST, DETERMINISTIC, """
            In a cluster, a write is acknowledged by the replicas of the node that has executed it, even after a \
            redirect.
            Intent: The replicas of another node say nothing about a write.
            Check: that WAIT goes through the connection of its batch, and again after the commands of a redirect.
            """),
    PERSISTED_IS_ON_DISK("7.15", MUST, DETERMINISTIC, """
            A persisted write is answered only if the primary and the replicas have it on disk, and a server that \
            cannot tell is refused when the filter is opened.
            Intent: A write that is only in memory is lost if a whole rack loses its power.
            Check: that WAITAOF is sent with its three numbers, and that both numbers of its reply are returned.
            """),
    INTERRUPTED_WAIT("7.16", MUST, DETERMINISTIC, """
            A thread that is interrupted while it waits for an answer gets the answer, or an exception that says that \
            the write may have been applied; its interrupt flag stays set, and the next call gets its own answer.
            Intent: Services are stopped by interrupts, and what was sent before is executed all the same.
            Check: that an interrupt during a wait means no answer, not that nothing was sent, and that a connection \
            with an unread reply is not used again.
            """),
    DEMOTED_PRIMARY("7.17", MUST, DETERMINISTIC, """
            A primary that was demoted never answers, even if it refuses writes for the reasons of a primary: its \
            persistence (MISCONF), its memory (OOM) or the rights of its user (NOPERM).
            Intent: An old primary may never catch up; an element that it does not have may have been added elsewhere.
            Check: that WAIT is sent before the reads of its batch, on the same connection, and that its error is \
            returned; and that the transport redirects only if the servers do.
            """),
    CLOSED_CLIENT("7.18", MUST, DETERMINISTIC, """
            A call through a client that its user has closed throws, with the reason CLIENT_CLOSED; nothing was sent.
            Intent: The remedy is in the application, so nobody should have to look for a server that is down.
            Check: that what a closed client or pool throws is wrapped in a ClientClosedException.
            """),
    TASK_IS_ACKNOWLEDGED("7.19", MUST, DETERMINISTIC, """
            An acknowledged rebuild succeeds only if the replicas have what it has written.
            Intent: The old generation is removed, so a failover must not lose the elements of the new one.
            Check: that a task runs through the transport that its acknowledgement asks for.
            """),
    REPLICAS_ON_REQUEST("7.20", MUST, DETERMINISTIC, """
            Only look-ups of a filter that may read from replicas are sent to a replica, whatever the client prefers; \
            elements that the replica does not have are looked up on the primary, too.
            Intent: A replica lags, so it reports elements as absent that were added before.
            Check: that batches which must not ask a replica go to the primary, even through a client that sends reads \
            elsewhere.
            """),

    CALLER_GOES_ON("8.01", MUST, DETERMINISTIC, """
            An operation of an asynchronous API returns at once, regardless of the server.
            Intent: Threads of an event loop or of a request are not blocked until Redis has answered.
            Check: the work that the adapter does in the calling thread: connecting, waiting for a connection, or \
            encoding everything.
            """),
    FAILURES_UNWRAPPED("8.02", MUST, DETERMINISTIC, """
            Handlers get the failure itself, not wrapped in an exception of the API.
            Intent: Handlers distinguish failures by their types, which are the same in every flavour.
            Check: that the adapter itself completes the future that it returns; a dependent stage wraps failures.
            """),
    CONTEXT_OF_THE_CALLER("8.03", MUST, DETERMINISTIC, """
            Handlers run on the context of the caller, even if they are attached late or by another thread.
            Intent: Code that runs on a context relies on it instead of locks.
            Check: that the returned future is bound to the caller's context, even if it was complete from the start.
            """),
    EVENT_LOOP_GOES_ON("8.04", MUST, DETERMINISTIC, """
            An event loop that calls the filter does other work until the answer comes, and during a bulk operation.
            Intent: One blocked event loop stops every connection that it serves.
            Check: that the adapter yields between the chunks of an operation and waits for nothing.
            """),
    CALLS_GO_TOGETHER("8.05", SHOULD, DETERMINISTIC, """
            Single calls that are made while earlier ones have no answer yet share commands.
            Intent: A service that adds each event by itself costs the server few commands when it is busy.
            Check: that all callers use one filter object, and that the flavour joins calls that wait, as those of the \
            engine do.
            """),

    BITS_OF_A_LOAD("9.01", MUST, DETERMINISTIC, """
            A load adds the bits of its elements to those that were set before, whether it merges once or several times.
            Intent: A filter that was loaded is the same as one that was filled by adds.
            Check: the binary arguments of SETRANGE, and that BITOP is sent with its operation and all of its keys.
            """),
    LOAD_KEEPS_ADDS("9.02", MUST, DETERMINISTIC, """
            Elements that other clients add while a filter is loaded are kept.
            Intent: Filters are loaded while they are in use.
            Check: that each merge is the one atomic command that the core has made.
            """),
    FAILED_LOAD_IS_REPEATED("9.03", MUST, DETERMINISTIC, """
            A load that fails leaves no temporary key behind, changes no expiry, and can be repeated.
            Intent: A load takes a long time, and may meet servers that are full or are shutting down.
            Check: that errors of single commands inside a pipeline reach the core as failures, and that UNLINK \
            reaches every key.
            """),
    EXPIRY_SURVIVES_A_LOAD("9.04", MUST, DETERMINISTIC, """
            Every key of a filter with an expiry still expires after a load.
            Intent: BITOP drops an expiry; a partition that outlives its config is a leak.
            Check: that PEXPIREAT is sent after each BITOP, in the same pipeline.
            """),
    LOAD_NOTICES_LOSS("9.05", MUST, DETERMINISTIC, """
            If a filter loses a partition or is deleted during a load, the load fails and leaves no incomplete key.
            Intent: Elements that were merged into a lost key would be missing later.
            Check: that the integers of the trailer, which follow each BITOP in its pipeline, reach the core.
            """),
    LONG_VALUES("9.06", MUST, DETERMINISTIC, """
            Arguments and replies of a megabyte arrive whole.
            Intent: A partition that was cut short has lost its last elements.
            Check: the limits of the client's buffers, and whether one read or write is taken for the whole value.
            """),
    CALLERS_CODE_HOLDS_NOTHING("9.07", MUST, DETERMINISTIC, """
            While a load takes elements from the caller, or reports progress, it holds no connection.
            Intent: The caller's code may use the same client; with all connections held, it would wait for itself.
            Check: that a connection is borrowed for a batch, and given back before the next step.
            """),
    KNOWN_IS_SILENT("10.01", MUST, DETERMINISTIC, """
            With a near cache, an element that the client has added or found is answered without any command.
            Intent: Elements that are looked up repeatedly cost the network and the server nothing.
            Check: that the specification reaches the core as the caller gave it, and which commands the adapter adds.
            """),
    KNOWN_IS_TRUE("10.02", MUST, DETERMINISTIC, """
            A filter with a near cache answers like one without it, regardless of other clients, even if the cache is \
            small.
            Intent: The cache makes answers fast, never wrong.
            Check: rules 1.01 and 1.02 first: the cache learns from the same replies that are answered.
            """),
    KNOWN_FOR_ITS_TIME("10.03", MUST, DETERMINISTIC, """
            A near cache that was not confirmed within its time answers nothing: a clear, deletion or loss is noticed.
            Intent: Clients that knew elements of a filter do not go on answering forever after the filter was \
            cleared, deleted or lost.
            Check: that the trailer, the first two integers of a reply, is that of the answered command.
            """),
    KNOWN_IS_CONFIRMED_BY_A_READ("10.04", MUST, DETERMINISTIC, """
            An add or look-up of a known element that is no longer confirmed sends one read of its bits and no write.
            Intent: Even a cache that always asks spares replicas and logs a write, and detects bits that a failover \
            has lost.
            Check: whether the adapter sends anything that the core has not asked for.
            """),

    BITS_OF_OTHER_SYSTEMS("11.01", MUST, DETERMINISTIC, """
            A filter with the layout of another system leaves that system's bits under that system's key, and nothing \
            else.
            Intent: The other system continues to read and write the filter.
            Check: keys first: a prefix of the adapter, or a name that went through a charset, makes another filter.
            """),
    PARAMETERS_OF_OTHER_SYSTEMS("11.02", MUST, DETERMINISTIC, """
            Parameters that another system stores are written as it does, adopted as they are, and refused if they \
            differ.
            Intent: A client with a different number of bits or hashes would report the filter's elements as absent.
            Check: that HSET, RENAMENX and HGETALL reach the server complete and in the order of their batch.
            """),
    PARAMETERS_VOUCH("11.03", MUST, DETERMINISTIC, """
            When the parameters that another system stores are deleted or changed, every operation on the filter says \
            so.
            Intent: The bits then belong to another filter, or to none, and are meaningless.
            Check: that the HGETALL that follows each BITFIELD is executed after it, and that its reply reaches the \
            core.
            """),
    SERVERS_OF_OTHER_SYSTEMS("11.04", MUST, DETERMINISTIC, """
            An element of a filter on several independent servers is on the server and under the key that the layout \
            names.
            Intent: The other system looks there and nowhere else.
            Check: that the servers of the spread transport have the order in which the caller named them.
            """),
    ERRORS_WITHOUT_TRAILER("11.05", MUST, DETERMINISTIC, """
            A key of another type, an error of the server and a server that is down cause exceptions in every layout.
            Intent: No trailer vouches for an answer, so nothing may stand in for a reply that did not arrive.
            Check: that errors become failures, and are not read as nil, 0 or an empty array.
            """),
    LIFE_OF_OTHER_SYSTEMS("11.06", MUST, DETERMINISTIC, """
            An expiry reaches every key of the other system, even before the first add, and a deletion leaves none.
            Intent: Bits whose parameters are gone would never be removed.
            Check: that SETRANGE, PEXPIREAT and UNLINK are sent to the keys that the core names, and that negative \
            integers stay negative: with a negative reply, PTTL says that a key does not expire.
            """),

    UNION_OF_ALL("12.01", MUST, DETERMINISTIC, """
            A union has the bits of one filter with all elements, and inherits no expiry; its sources do not change.
            Intent: The filters of several days or machines become one, as if there had never been several.
            Check: that the task reaches the core unchanged, then the binary reply to GETRANGE; then rule 9.01.
            """),
    UNION_KEEPS_ADDS("12.02", MUST, DETERMINISTIC, """
            The target of a merge keeps its elements, and those that other clients add to it meanwhile.
            Intent: Filters are merged into one that is in use.
            Check: rule 9.02 first: a merge of filters uses the same command as a load.
            """),
    UNION_OF_LAYERS("12.03", MUST, DETERMINISTIC, """
            Filters that have grown by the same number of layers are merged layer by layer; others are refused.
            Intent: A union of filters that grow is itself a filter that grows, with the layers and seals that any \
            client expects.
            Check: rules 6.07 and 12.01 first.
            """),
    OTHER_PARAMETERS_NOT_MERGED("12.04", MUST, DETERMINISTIC, """
            Filters with other parameters are not merged: an exception shows both values, and nothing changes.
            Intent: The same bits mean different elements in two such filters.
            Check: that the task and the core's exceptions are passed on unchanged.
            """),
    UNION_NOTICES_LOSS("12.05", MUST, DETERMINISTIC, """
            A merge whose source or target is lost meanwhile throws an exception, and no incomplete key is left.
            Intent: Bits that were not read, or were merged into a lost key, would be missing without notice.
            Check: that the trailer after GETRANGE and BITOP, in the same pipeline, reaches the core.
            """),

    REMEMBERED_FOR_THE_SPAN("13.01", MUST, DETERMINISTIC, """
            An element is remembered for the span after each add, and is new again one slice after the span.
            Intent: A filter that forgets early loses elements; one that forgets late takes new ones for duplicates.
            Check: that TIME is answered by the server that has the config, each time, as an array of two numbers.
            """),
    SLICES_OF_THE_FORMAT("13.02", MUST, DETERMINISTIC, """
            A window has the keys, columns and fields of the wire format, and one key for each partition. All keys \
            expire.
            Intent: Programs in other languages find the elements, and a filter that nobody uses leaves nothing behind.
            Check: that the operation of BITOP is sent, that PEXPIREAT, UNLINK, RENAMENX and HDEL reach the server, \
            and that TIME keeps its microseconds.
            """),
    LOST_SLICE_NOTICED("13.03", MUST, DETERMINISTIC, """
            If the key of a partition is missing, look-ups, adds, loads and stats throw an exception.
            Intent: If a filter ignored the loss of a key, it would report elements of that key as new.
            Check: that the first value of the reply to BITFIELD is that of the server.
            """),
    WAKES_UP_EMPTY("13.04", MUST, DETERMINISTIC, """
            A filter that nobody has used for ten spans is empty and works, whether or not its old keys have expired.
            Intent: A pause is not a loss of data, and needs no repair.
            Check: that TIME is not answered by this machine's clock, and that the fields of past slices are removed.
            """),
    LATE_CLIENTS_LOSE_NOTHING("13.05", MUST, DETERMINISTIC, """
            A client that is one slice behind loses no element, neither its own nor those of others.
            Intent: Clocks of servers differ, and a client learns late that a slice has ended.
            Check: rule 13.01 first. Then check that TIME and the first value of BITFIELD are those that the server \
            returned at that moment.
            """),
    WINDOWS_LIVE_LIKE_FILTERS("13.06", MUST, DETERMINISTIC, """
            Loads, stats, clear, delete, expire and persist work on filters with a window, on a server and on a cluster.
            Intent: A filter with a window is a filter in all other respects.
            Check: that TIME, which has no key on the wire, is answered by a node of the cluster, and its reply is \
            unchanged.
            """),
    WINDOWS_REFUSE("13.07", MUST, DETERMINISTIC, """
            A filter with a window cannot be copied or merged, cannot grow or reject, and cannot have a layout that \
            cannot forget; the exception says why.
            Intent: A filter with slices makes no promise that it cannot keep.
            Check: that the exceptions of the engine reach the caller unchanged.
            """),
    CLAIMS_OUTLIVE_SLICES("13.08", MUST, DETERMINISTIC, """
            A repeated delivery whose element was new is new again, even if the slice of its element is forgotten.
            Intent: A consumer that was away for longer than the window must not take its own elements for duplicates.
            Check: rules 13.01 and 15.01 first. Then check that nothing sets an expiry on the claims.
            """),

    REBUILT_IN_PLACE("14.01", MUST, DETERMINISTIC, """
            A rebuilt filter has the bits of a filter of its new size, and no key of the old one is left.
            Intent: A filter is resized, or freed of old elements, without a change of its name.
            Check: that the task reaches the core unchanged; then rule 9.01.
            """),
    REBUILD_BESIDE_USE("14.02", MUST, DETERMINISTIC, """
            While a filter is rebuilt, adds, look-ups and opens throw no exception, miss no element, and keep the \
            error rate.
            Intent: A filter is rebuilt every night while it is in use.
            Check: that the whole second integer of a reply, not only its seal bit, reaches the core.
            """),
    REBUILD_HEALS("14.03", MUST, DETERMINISTIC, """
            A rebuild turns a filter that has grown into one layer, and repairs one that has lost bits, without ever \
            emptying it.
            Intent: A filter that has been in use for a long time becomes as fast and exact as a new one.
            Check: rule 14.01 first, which rebuilds filters that have lost nothing.
            """),
    REBUILD_ABANDONED("14.04", MUST, DETERMINISTIC, """
            A rebuild whose client dies leaves the filter as it was, and abandoning it leaves no key behind.
            Intent: A client that rebuilds may be stopped at any moment.
            Check: that a failed write is not sent again, and that the task reaches the core unchanged.
            """),
    REBUILD_REFUSES("14.05", MUST, DETERMINISTIC, """
            A rebuild of a filter with a window is refused with the reason, and leaves the filter and its keys \
            unchanged.
            Intent: Elements do not record when they were added, so a rebuilt filter could not forget them on time.
            Check: that the exceptions of the engine reach the caller unchanged.
            """),
    REBUILD_GROWS("14.06", MUST, DETERMINISTIC, """
            If a filter that grows is rebuilt from more elements than its new capacity, or if other clients add more \
            meanwhile, it opens further layers, none of which gets more elements than it is made for.
            Intent: The error rate is kept even if the new capacity was chosen too small.
            Check: rules 6.09 and 14.02 first; that the replies to BITCOUNT reach the core unchanged.
            """),

    CLAIMS_REPEAT_ANSWERS("15.01", MUST, DETERMINISTIC, """
            A repeated delivery of a writer gets its first answer again, in calls of any size and from a new client.
            Intent: A consumer that restarts must not take its own elements for duplicates, nor repeat all its work.
            Check: that the reply to ZRANGEBYLEX reaches the core as bytes in order, and that each ZADD and ZREM \
            reaches the server.
            """),
    CLAIMS_SURVIVE_A_CRASH("15.02", MUST, DETERMINISTIC, """
            If a call of claims ends at any command, its elements are new when their deliveries are repeated.
            Intent: An element is not lost when the only call that was told that it is new has crashed.
            Check: that ZADD is sent when the core says so, and not later together with other batches.
            """),
    SETTLED_IS_FORGOTTEN("15.03", MUST, DETERMINISTIC, """
            Settled deliveries are forgotten, but neither later ones nor those of other writers.
            Intent: Claims take memory only for deliveries that may be repeated.
            Check: that the two limits of ZREMRANGEBYLEX reach the server unchanged.
            """),
    LOST_CLAIMS_NOTICED("15.04", MUST, DETERMINISTIC, """
            After the key of its claims was lost, every call of a writer throws, and no incomplete key is left.
            Intent: Without its claims a repeated delivery looks like a duplicate; it must not be answered as one.
            Check: that the reply to ZLEXCOUNT is that of the server, and belongs to the last command of its batch.
            """),
    CLAIMS_BELONG_TO_THE_FILTER("15.05", MUST, DETERMINISTIC, """
            Claims end with a clear or deletion, and expire a day after the filter; filters of other systems have none.
            Intent: No key stays long after its filter, and claims do not remember elements that a clear has forgotten.
            Check: that PEXPIREAT, PERSIST and UNLINK of the claims reach the server.
            """),

    REMOVED_IS_ABSENT("16.01", MUST, DETERMINISTIC, """
            An element that is removed as often as it was added is absent, and every other element remains present.
            Intent: An element that must no longer be found is removed without a rebuild of the filter.
            Check: that all replies to BITFIELD reach the core in order, five of them for a counter of a removal.
            """),
    COUNTERS_OF_THE_REFERENCE("16.02", MUST, DETERMINISTIC, """
            Adds and removals, single and bulk, leave the counters of the reference, and answer as it does.
            Intent: Every client counts alike, so that one can remove the elements that another has added.
            Check: rule 2.01 first. Then check that OVERFLOW, INCRBY and negative numbers reach the server unchanged.
            """),
    COUNTERS_STOP_AT_15("16.03", MUST, DETERMINISTIC, """
            A removal decrements counters from 1 to 14, leaves 0 and 15 unchanged, and is answered by the previous \
            values.
            Intent: A counter that has stopped does not know its elements; if it fell, some of them would be lost.
            Check: that the arguments of a command keep their order, and all are sent.
            """),
    COUNTED_ONCE("16.04", MUST, DETERMINISTIC, """
            An add or removal whose connection is cut fails with an error that says so, and is counted at most once.
            Intent: An element that is counted twice remains after its removal, and one that is removed twice \
            decrements counters of others.
            Check: that a command that may have reached the server is not sent again, not even by the client.
            """),
    CLEARED_IS_NOT_REMOVED("16.05", MUST, DETERMINISTIC, """
            A removal from a filter that others have cleared or deleted throws an exception and removes nothing.
            Intent: The new filter counts other elements, which must not be lost.
            Check: rules 5.04 and 5.05 first: the removal is noticed by the same reply.
            """),
    COUNTING_REFUSES("16.06", MUST, DETERMINISTIC, """
            Loads, claims, merges, rebuilds and near caches of a counting filter are refused with the reason.
            Intent: A counting filter makes no promise that relies on bits never being cleared.
            Check: that the exceptions of the engine reach the caller unchanged.
            """),
    REMOVAL_BESIDE_USE("16.07", MUST, DETERMINISTIC, """
            While threads add and remove elements of one filter, no element that is in it is reported as absent.
            Intent: Elements are added and removed at the same time.
            Check: rules 16.02 and 1.06 first.
            """),

    COUNTS_WITHIN_ITS_ERROR("17.01", MUST, STATISTICAL, """
            Of 100 sets, the expected share is counted within one standard error of 0.81 %, and all within six.
            Intent: A day's number of distinct visitors takes 12 KiB.
            Check: that each argument of PFADD reaches the server, byte for byte.
            """),
    COUNTED_UNDER_ITS_NAME("17.02", MUST, DETERMINISTIC, """
            The key of a counter is its name, and its elements are the bytes of the funnel: other programs share it.
            Intent: A counter is read by a dashboard, and filled by programs in any language.
            Check: that the key of PFADD and PFCOUNT is sent unchanged.
            """),
    COUNTERS_MERGE("17.03", MUST, DETERMINISTIC, """
            Merged counters count each element once, even across slots and servers, and no temporary key is left.
            Intent: The visitors of a week are not the sum of those of its days.
            Check: that GETRANGE and SET carry any bytes, and that PFMERGE names its keys in order.
            """),
    FOREIGN_COUNTER("17.04", MUST, DETERMINISTIC, """
            If the name of a counter holds a value of another type, every operation throws, and the value does not \
            change.
            Intent: Nobody's data is overwritten or removed because two programs chose the same name.
            Check: that WRONGTYPE reaches the core as the server's error.
            """),
    LIFE_OF_A_COUNTER("17.05", MUST, DETERMINISTIC, """
            A counter can expire, be emptied without losing its expiry, and be deleted; one that does not exist counts \
            nothing.
            Intent: Daily counters disappear without maintenance.
            Check: that the options of SET, and a binary argument, reach the server.
            """),
    COUNTER_TELLS_ERRORS("17.06", MUST, DETERMINISTIC, """
            If an operation of a counter has no answer, an exception says whether it may have been applied.
            Intent: An unknown outcome is never shown as a count.
            Check: rules 7.01 and 7.07 first; counters are sent in the same way.
            """),
    COUNTS_BEYOND_32_BITS("17.07", MUST, DETERMINISTIC, """
            A count of more than 32 bits arrives unchanged.
            Intent: A count that wraps around is a wrong answer that looks like a right one.
            Check: that integers of the server are read as 64 bits.
            """),

    SERVER_FILTER_ANSWERS("18.01", MUST, DETERMINISTIC, """
            A filter of the layout server answers like any other, one by one and in bulk, on every client.
            Intent: The layout decides where the bits are, but it does not change the promises of a filter.
            Check: that the commands BF.* are sent with a period, and that booleans of RESP3 are returned as 1 and 0.
            """),
    SERVER_FILTER_REFUSES("18.02", MUST, DETERMINISTIC, """
            A filter of the layout server that rejects says for each element whether it was new, present or refused.
            Intent: A full filter of the server cuts its reply short; the missing part must not be taken for an answer.
            Check: that an error within an array is returned as a failure at its index, and that the entries before it \
            are kept.
            """),
    SERVER_FILTER_GROWS("18.03", MUST, DETERMINISTIC, """
            A filter of the layout server that degrades or grows accepts elements beyond its capacity.
            Intent: The server makes room by itself; a client that stopped at the capacity would lose elements.
            Check: that BF.RESERVE is sent unchanged, with NONSCALING only where the core says so.
            """),
    SERVER_FILTER_LOST("18.04", MUST, DETERMINISTIC, """
            A filter of the layout server whose keys are lost, or hold another value, throws and never answers.
            Intent: The server treats a missing filter as an empty one, which would report every element as absent.
            Check: that all replies of a batch are returned, including the error of BF.INFO.
            """),
    SERVER_FILTER_LIFE("18.05", MUST, DETERMINISTIC, """
            Clear, expire, persist and delete reach all keys of a filter of the layout server.
            Intent: A key that is left out outlives its filter, or expires before it.
            Check: that commands with several keys are sent whole.
            """),
    SERVER_WITHOUT_FILTERS("18.06", MUST, DETERMINISTIC, """
            If the server lacks the commands BF.*, or the user lacks the permission for them, the exception says so \
            and names the remedy.
            Intent: A filter that cannot be created must not occupy its name.
            Check: that the error line of the server is returned unchanged.
            """),
    SERVER_FILTER_IN_USE("18.07", MUST, DETERMINISTIC, """
            Claims, loads and rebuilds keep the same promises for filters of the layout server as for others.
            Intent: The abilities of a filter beyond adding and looking up do not depend on where its bits are.
            Check: the rules of these chapters.
            """),
    RESERVED_BY_OTHERS("18.08", MUST, DETERMINISTIC, """
            A filter that another program has made with BF.RESERVE is read and written as by that program, and never \
            created.
            Intent: Programs in other languages add to the same filter and find the elements that were added here.
            Check: that items are sent byte for byte, and that no key is created for a filter that is gone.
            """),
    SERVER_FILTER_IN_DOUBT("18.09", MUST, DETERMINISTIC, """
            A call to a filter of the server throws if its connection is cut or its server is no longer a primary; a \
            write is sent once, and the exception says whether it may have been executed.
            Intent: Items and trailer are two commands; the outcome of one says nothing about the other.
            Check: that a batch is never sent again, even if only a part of it could be written, since the server may \
            have executed that part; and that the last command of a look-up reaches the server that has \
            answered the others.
            """),

    MIRROR_ANSWERS("19.01", MUST, DETERMINISTIC, """
            A mirror answers every look-up as its filter did when it was read: in each native layout, with any number \
            of partitions, layers and servers, and in a cluster.
            Intent: A mirror that reports an added element as absent breaks the one promise of a Bloom filter.
            Check: that GETRANGE returns all bytes of its range, and that BITCOUNT counts the bytes it was given.
            """),
    MIRROR_OF_ITS_CLIENT("19.02", MUST, DETERMINISTIC, """
            What a filter of the same client adds, or finds present when it adds, is in its mirrors when the call \
            returns.
            Intent: An application never misses its own elements.
            Check: that filters and mirrors of one client are made by the same FilterEngine.
            """),
    MIRROR_FOLLOWS("19.03", MUST, DETERMINISTIC, """
            A refresh of a mirror follows adds by other clients, clears, rebuilds and growth.
            Intent: A mirror of a generation or a layer that nobody adds to any more would miss what is added.
            Check: that replies are never remembered.
            """),
    MIRROR_OF_WHAT_IS_GONE("19.04", MUST, DETERMINISTIC, """
            If a refresh finds the filter deleted, or a part of it lost, look-ups of the mirror throw until there is a \
            filter again; what cannot be mirrored is refused.
            Intent: Elements of a filter that is gone are not absent; nobody knows.
            Check: that a missing key is an empty string for GETRANGE and nothing else.
            """),
    MIRROR_IS_NOT_STALE("19.05", MUST, DETERMINISTIC, """
            A mirror never answers as of longer ago than its options allow; a refresh that fails, or that a server \
            other than a primary answers, throws and makes nothing younger.
            Intent: The age of an answer is all that separates a mirror from an error.
            Check: that the options reach the core; then rule 7.17.
            """),
    MIRROR_READS_LITTLE("19.06", MUST, DETERMINISTIC, """
            A refresh reads the pieces of 8 KiB that have changed, and no bits of an unchanged filter.
            Intent: A filter of a gigabyte can be refreshed every few seconds.
            Check: that a mirror is kept from one refresh to the next.
            """),
    MIRROR_NOTICES_LOST_WRITES("19.07", MUST, DETERMINISTIC, """
            A refresh finds bits that were set in place of others that a failover has lost, although their number is \
            the same.
            Intent: Failovers lose writes; a mirror that only counted bits would miss those that came afterwards.
            Check: that SET reaches the server after the reads before it in its batch.
            """),

    SNAPSHOT_IS_THE_FILTER("20.01", MUST, DETERMINISTIC, """
            A snapshot that is imported makes a filter with the bits that the exported one had, or gives them to one \
            that exists; one that was built without Redis has the bits of a load.
            Intent: A backup that reports an added element as absent is none.
            Check: that SET and SETRANGE keep all bytes, also those that are no text, and SETRANGE its offset.
            """),
    SNAPSHOT_APPEARS_WHOLE("20.02", MUST, DETERMINISTIC, """
            A filter that is imported does not exist before it is complete; what is damaged, lost meanwhile or has \
            other parameters is refused, and changes nothing that exists.
            Intent: Half a filter reports elements as absent that it should have.
            Check: that BITCOUNT is answered by the server.
            """),
    SNAPSHOT_RESUMES("20.03", MUST, DETERMINISTIC, """
            An import that was cut off continues where it was when it is run again: what the server has is not sent \
            again.
            Intent: A filter of a gigabyte arrives over a connection that breaks every minute.
            Check: that HGETALL returns all fields, and RENAMENX renames.
            """),
    SNAPSHOT_OF_TWO_IMPORTS("20.04", MUST, DETERMINISTIC, """
            Of two imports of one snapshot at the same time at most one fails; the filter is whole and permanent, and \
            what the other one has left expires.
            Intent: Several instances of a service bring the filter as they start; none is lost, and no memory.
            Check: that SET keeps its expiry PX, and RENAMENX answers with the server's error if there is no such key.
            """),

    HOST_REFUSES_A_COMMAND("21.01", MUST, DETERMINISTIC, """
            A host may refuse any command, in words of its own. What does not need the command works; anything else \
            fails with an exception that names the command and says what to do.
            Intent: Hosted Redis lacks some commands. Nobody should have to find out by wrong answers, or give up \
            filters for a command that only a mirror needs.
            Check: that the error of a command, whatever its code, is the reply to that command and costs no other \
            its reply.
            """),
    HOST_WITHOUT_WAIT("21.02", MUST, DETERMINISTIC, """
            A server that refuses WAIT is used like any other. A replica still answers nothing, and acknowledged \
            writes are refused when the filter is opened.
            Intent: Serverless hosts and proxies refuse WAIT, which proves that a primary answers.
            Check: that a batch may begin with two proofs, that both are sent on its connection, and that each has \
            its own reply.
            """);
    /** The level of a rule. A violation of either level fails a test. */
    public enum Level {
        /** A backend that breaks it is not compatible. */
        MUST,
        /** A backend that breaks it is compatible, but worse than it could be. */
        SHOULD
    }

    /** How a rule is decided. */
    public enum Kind {
        /** A failure is a violation. */
        DETERMINISTIC,
        /**
         * A measurement; its test states the probability that it fails for a correct backend, less than one in a
         * million.
         */
        STATISTICAL
    }

    private static final String INTENT = "\nIntent: ";
    private static final String CHECK = "\nCheck: ";

    private final String id;
    private final Level level;
    private final Kind kind;
    private final String text;

    Rule(String id, Level level, Kind kind, String text) {
        this.id = id;
        this.level = level;
        this.kind = kind;
        this.text = text;
    }

    /** Returns its number, such as {@code "1.03"}: the chapter and the number within the chapter. */
    public String id() {
        return id;
    }

    /** Returns its chapter. */
    public Chapter chapter() {
        int number = Integer.parseInt(id.substring(0, id.indexOf('.')));
        for (Chapter chapter : Chapter.values()) {
            if (chapter.number() == number) {
                return chapter;
            }
        }
        throw new IllegalStateException("no chapter " + number);
    }

    /** Returns its level. */
    public Level level() {
        return level;
    }

    /** Returns how it is decided. */
    public Kind kind() {
        return kind;
    }

    /** Returns the rule itself. */
    public String sentence() {
        return text.substring(0, text.indexOf(INTENT));
    }

    /** Returns the reason for the rule. */
    public String intent() {
        return text.substring(text.indexOf(INTENT) + INTENT.length(), text.indexOf(CHECK));
    }

    /** Returns where to look if a backend breaks it. */
    public String check() {
        return text.substring(text.indexOf(CHECK) + CHECK.length()).strip();
    }

    /** Returns the rules of a chapter in the order of their numbers. */
    public static List<Rule> of(Chapter chapter) {
        return java.util.Arrays.stream(values())
                .filter(rule -> rule.chapter() == chapter)
                .toList();
    }
}
