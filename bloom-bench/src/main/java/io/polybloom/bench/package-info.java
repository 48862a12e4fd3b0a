/** The benchmark as a program: its command line, and the description of the machine in a report. */
@NullMarked
package io.polybloom.bench;

import org.jspecify.annotations.NullMarked;
