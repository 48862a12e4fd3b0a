/** What an implementor says about an adapter: how its client connects, what it cannot do, and how its API answers. */
@NullMarked
package io.polybloom.tck.backend;

import org.jspecify.annotations.NullMarked;
