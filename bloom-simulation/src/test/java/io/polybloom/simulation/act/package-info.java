/** Several operations at once: every pair, triples and larger worlds, with every kind of fault. */
@NullMarked
package io.polybloom.simulation.act;

import org.jspecify.annotations.NullMarked;
