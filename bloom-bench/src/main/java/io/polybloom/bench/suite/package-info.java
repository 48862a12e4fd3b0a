/** What is measured, section by section, and the targets. */
@NullMarked
package io.polybloom.bench.suite;

import org.jspecify.annotations.NullMarked;
