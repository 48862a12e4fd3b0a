/**
 * The config of a filter: its text, its fields, the commands that read and write them, and its comparison with a
 * caller's specification. Not exported.
 */
@NullMarked
package io.polybloom.internal.config;

import org.jspecify.annotations.NullMarked;
