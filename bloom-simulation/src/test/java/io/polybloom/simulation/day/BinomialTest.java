package io.polybloom.simulation.day;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialTest {

    /** The sums of ten trials at one half are those of 1, 10, 45, 120, 210, 252 of 1,024. */
    @ParameterizedTest
    @CsvSource({
        "10, 0.5, 0.00097, 0, 10", // less than 1 of 1,024
        "10, 0.5, 0.00098, 1, 9",
        "10, 0.5, 0.0107, 1, 9", // less than 11 of 1,024
        "10, 0.5, 0.0108, 2, 8",
        "10, 0.5, 0.0547, 3, 7", // 56 of 1,024 are 0.0546875
        "1, 0.25, 0.2, 0, 1",
        "1, 0.25, 0.3, 0, 0",
    })
    void boundsAreExact(long trials, double rate, double chance, long least, long most) {
        Binomial binomial = new Binomial(trials, rate);
        assertEquals(least, binomial.least(chance));
        assertEquals(most, binomial.most(chance));
    }

    /** Far from its middle a binomial distribution of many trials has the tails of a Poisson distribution. */
    @ParameterizedTest
    @CsvSource({
        "1000000000, 2e-9, 0.015, 0, 6", // of 2: P(X > 6) = 0.0045, P(X > 5) = 0.0166
        "1000000000, 1e-8, 0.001, 2, 21", // of 10: P(X < 2) = 0.0005, P(X < 3) = 0.0028; P(X > 21) = 0.0007
    })
    void boundsOfRareEventsAreThoseOfPoisson(long trials, double rate, double chance, long least, long most) {
        Binomial binomial = new Binomial(trials, rate);
        assertEquals(least, binomial.least(chance));
        assertEquals(most, binomial.most(chance));
    }
}
