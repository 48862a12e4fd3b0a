package io.polybloom.tck.wrong;

/** The second wrong backend and every third one after it. */
class SecondWrongBackendsTest extends WrongBackendsTests {

    SecondWrongBackendsTest() {
        super(1);
    }
}
