/** What users type: the filter, its specification, its statistics and its exceptions. */
@NullMarked
package io.polybloom;

import org.jspecify.annotations.NullMarked;
