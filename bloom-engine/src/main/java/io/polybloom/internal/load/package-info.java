/** Bulk loads: bits are collected in memory and merged partition by partition. Not exported. */
@NullMarked
package io.polybloom.internal.load;

import org.jspecify.annotations.NullMarked;
