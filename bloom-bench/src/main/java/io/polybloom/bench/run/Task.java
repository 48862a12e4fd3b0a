package io.polybloom.bench.run;

import java.util.List;

/**
 * A piece of work that is timed. It is cut into slices, so that contestants can take turns every few milliseconds: a
 * disturbance of the machine for a second then affects all of them alike.
 *
 * @param name the name in the results, unique among the tasks of its contestant
 * @param operations how many elements all slices together work on, at least 1
 * @param slices do the work, one after the other
 * @param check judges the answers of all slices, untimed; throws {@link WrongAnswerException} if they are wrong
 */
public record Task(String name, long operations, List<Runnable> slices, Runnable check) {}
