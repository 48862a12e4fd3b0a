/** The public API: the filter, its specification, its statistics, tasks on whole filters, and the exceptions. */
@NullMarked
package io.polybloom;

import org.jspecify.annotations.NullMarked;
