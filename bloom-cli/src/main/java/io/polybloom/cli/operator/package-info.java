/** Commands for operators: which filters there are, who may use them, how they fill. */
@NullMarked
package io.polybloom.cli.operator;

import org.jspecify.annotations.NullMarked;
