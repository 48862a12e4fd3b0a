/** What happens in memory, measured with JMH. */
@NullMarked
package io.polybloom.bench.micro;

import org.jspecify.annotations.NullMarked;
