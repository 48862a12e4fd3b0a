package io.polybloom.tck.wrong;

/** The third wrong backend and every third one after it. */
class ThirdWrongBackendsTest extends WrongBackendsTests {

    ThirdWrongBackendsTest() {
        super(2);
    }
}
