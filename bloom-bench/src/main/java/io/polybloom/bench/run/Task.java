package io.polybloom.bench.run;

/**
 * A piece of work that is timed as a whole.
 *
 * @param name what it is called in the results, unique among the tasks of its contestant
 * @param operations how many elements it works on, at least 1
 * @param work does it, checks the answers and throws {@link WrongAnswerException} if they are wrong
 */
public record Task(String name, long operations, Runnable work) {}
