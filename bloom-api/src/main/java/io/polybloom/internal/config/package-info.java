/**
 * The config of a filter: its text, its fields, the commands that read and write them, and its comparison with what a
 * caller asks for. Not exported.
 */
@NullMarked
package io.polybloom.internal.config;

import org.jspecify.annotations.NullMarked;
