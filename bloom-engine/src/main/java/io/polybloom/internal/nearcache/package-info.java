/** The bits that this client has seen set in Redis. Not exported. */
@NullMarked
package io.polybloom.internal.nearcache;

import org.jspecify.annotations.NullMarked;
