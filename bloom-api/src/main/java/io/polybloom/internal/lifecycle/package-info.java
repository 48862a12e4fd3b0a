/** Clear, expire and delete. Not exported. */
@NullMarked
package io.polybloom.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
