/** The three clients under measurement, behind one interface that waits for each answer. */
@NullMarked
package io.polybloom.bench.client;

import org.jspecify.annotations.NullMarked;
