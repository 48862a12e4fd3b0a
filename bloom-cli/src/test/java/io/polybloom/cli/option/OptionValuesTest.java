package io.polybloom.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** WrongUsageTest has the values that are refused. */
class OptionValuesTest {

    @ParameterizedTest
    @CsvSource({
        "20000, 20000",
        "1_000_000, 1000000",
        "10M, 10000000",
        "10m, 10000000",
        "2k, 2000",
        "1.5G, 1500000000",
        "3T, 3000000000000",
        "1e9, 1000000000",
        "1.25E3, 1250",
        "2e+2, 200",
        "-7, -7",
        "9223372036854775807, 9223372036854775807"
    })
    void readsWholeNumbersAsPeopleWriteThem(String text, long number) {
        assertEquals(number, OptionValues.parseLong(text));
    }

    @ParameterizedTest
    @CsvSource({"1%, 0.01", "0.1%, 0.001", "1e-7%, 1e-9", "50%, 0.5", "1e-9, 1e-9", ".5, 0.5", "0.01, 0.01"})
    void readsRatesAsTheNumbersThatTheyAre(String text, double rate) {
        assertEquals(rate, OptionValues.parseRate(text));
    }
}
