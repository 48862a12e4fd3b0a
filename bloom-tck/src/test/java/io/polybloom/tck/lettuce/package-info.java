/** The smallest transport that keeps all rules, on Lettuce: an example for authors of adapters. */
@NullMarked
package io.polybloom.tck.lettuce;

import org.jspecify.annotations.NullMarked;
