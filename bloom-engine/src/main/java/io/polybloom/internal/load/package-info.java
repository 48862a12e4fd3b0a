/**
 * Bulk loads: bits are collected in memory and merged partition by partition, also into a filter that is in use. Not
 * exported.
 */
@NullMarked
package io.polybloom.internal.load;

import org.jspecify.annotations.NullMarked;
