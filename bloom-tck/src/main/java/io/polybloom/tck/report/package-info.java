/** The results of runs, collected over backends and JVMs, as a page for people and a file for programs. */
@NullMarked
package io.polybloom.tck.report;

import org.jspecify.annotations.NullMarked;
