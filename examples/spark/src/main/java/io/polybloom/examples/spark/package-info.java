/** A structured stream whose tasks de-duplicate with claims, and a batch job whose tasks load one filter. */
@NullMarked
package io.polybloom.examples.spark;

import org.jspecify.annotations.NullMarked;
