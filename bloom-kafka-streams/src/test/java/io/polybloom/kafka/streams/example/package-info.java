/** The program that the page shows. */
@NullMarked
package io.polybloom.kafka.streams.example;

import org.jspecify.annotations.NullMarked;
