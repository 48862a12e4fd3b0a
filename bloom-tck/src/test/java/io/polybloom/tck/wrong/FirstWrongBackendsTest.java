package io.polybloom.tck.wrong;

/** The first wrong backend and every third one after it. */
class FirstWrongBackendsTest extends WrongBackendsTests {

    FirstWrongBackendsTest() {
        super(0);
    }
}
