/** Tests in real contexts of Spring Integration. */
package io.polybloom.spring.integration;
