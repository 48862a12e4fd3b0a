/** The part that implementors provide: how their client connects, which abilities it lacks, and how its API answers. */
@NullMarked
package io.polybloom.tck.backend;

import org.jspecify.annotations.NullMarked;
