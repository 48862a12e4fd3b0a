/** Tests on a real Camel. */
package io.polybloom.camel;
