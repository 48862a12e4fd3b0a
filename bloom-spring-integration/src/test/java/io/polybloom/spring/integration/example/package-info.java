/** The programs that the page shows. */
package io.polybloom.spring.integration.example;
