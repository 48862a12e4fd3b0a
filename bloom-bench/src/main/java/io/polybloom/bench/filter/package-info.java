/** The filters that are compared in bulk: ours on each client, and those of the peers. */
@NullMarked
package io.polybloom.bench.filter;

import org.jspecify.annotations.NullMarked;
