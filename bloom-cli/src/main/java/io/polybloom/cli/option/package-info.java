/** Options that several commands share, and the values that follow from them. */
@NullMarked
package io.polybloom.cli.option;

import org.jspecify.annotations.NullMarked;
