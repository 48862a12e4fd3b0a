/** The program that the page shows. */
package io.polybloom.camel.example;
