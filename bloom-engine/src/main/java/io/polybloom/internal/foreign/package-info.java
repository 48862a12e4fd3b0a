/** Filters of other systems whose bits clients read and write, and the records of their parameters. Not exported. */
@NullMarked
package io.polybloom.internal.foreign;

import org.jspecify.annotations.NullMarked;
