/** What several modules of this project need, and nobody else. */
@NullMarked
package io.polybloom.support;

import org.jspecify.annotations.NullMarked;
