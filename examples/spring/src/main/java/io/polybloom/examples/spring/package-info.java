/** A web application that asks its database only for orders whose id was issued. */
@NullMarked
package io.polybloom.examples.spring;

import org.jspecify.annotations.NullMarked;
