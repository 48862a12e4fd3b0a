/** The benchmark as a program: its command line and what a report says of the machine. */
@NullMarked
package io.polybloom.bench;

import org.jspecify.annotations.NullMarked;
