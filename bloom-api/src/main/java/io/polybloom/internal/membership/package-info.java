/** Adding and looking up elements, one or many. Not exported. */
@NullMarked
package io.polybloom.internal.membership;

import org.jspecify.annotations.NullMarked;
