/**
 * The register of a filter, and what brings a filter from one version to the next. Not exported.
 *
 * <p>A {@code Register} reads the current version and writes the next one by compare-and-set. {@code Making} makes a
 * layer and publishes it; {@code Finishing} ends what another client has begun; a {@code Deletion} ends the filter.
 */
@NullMarked
package io.polybloom.internal.register;

import org.jspecify.annotations.NullMarked;
