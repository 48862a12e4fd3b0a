/** Work on whole filters: copy, export, import. Not exported. */
@NullMarked
package io.polybloom.internal.transfer;

import org.jspecify.annotations.NullMarked;
