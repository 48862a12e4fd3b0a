/** Findings as text and as a self-contained HTML page. */
@NullMarked
package io.polybloom.bench.report;

import org.jspecify.annotations.NullMarked;
