/** Options that several commands share, and what they add up to. */
@NullMarked
package io.polybloom.cli.option;

import org.jspecify.annotations.NullMarked;
