/**
 * How some elements are exchanged with their partition, and what that costs. Not exported.
 *
 * <p>An {@code Exchange} is a command or a group, and the meaning of its reply: about bits ({@code PartitionExchange}),
 * or about elements as a room knows. The {@code Form} says how bits are named, or whether the partition is taken as a
 * whole; {@code TakingChoice} decides that by the {@code ExchangeCost} of each and the speed of the network.
 */
@NullMarked
package io.polybloom.internal.exchange;

import org.jspecify.annotations.NullMarked;
