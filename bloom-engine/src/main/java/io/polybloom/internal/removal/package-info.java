/**
 * Ends filters, and finds what is left of one whose config was moved away or lost. Not exported.
 *
 * <p>A {@code Removal} deletes a filter by its config, a {@code ConfigRemoval} ends the config itself. A
 * {@code LifeConfig} is the config of one life, a {@code LostConfig} one that has been moved away, and a {@code Trace}
 * what tells a lost one from none.
 */
@NullMarked
package io.polybloom.internal.removal;

import org.jspecify.annotations.NullMarked;
