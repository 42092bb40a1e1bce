import { expect } from 'vitest'

/** What is tried at many moments is tried at a few for each change; CUADRE_TRIALS=10 tries ten times as many, as each night does. */
const TIMES = Number(process.env.CUADRE_TRIALS ?? 1)

/** What takes a minute, and hardly any change breaks, is tried each night. */
export const IS_NIGHT = TIMES > 1

export const trials = (count: number): number => Math.ceil(count * TIMES)

/** Some of them, other ones each time; all of them where that many are tried. */
export const sampled = <T>(all: readonly T[], count: number): readonly T[] =>
  all
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, trials(count))
    .map(({ one }) => one)

/**
 * Tries one after the other until the time is up, and says how far it came: a busy machine tries fewer, and fails nothing.
 * Returns the number tried, which is one at least.
 */
export const tryWithin = async (
  seconds: number,
  count: number,
  tryOne: (number: number) => Promise<void>,
): Promise<number> => {
  const end = performance.now() + seconds * 1_000 * Math.max(1, TIMES)
  let tried = 0
  for (; tried < count && (tried === 0 || performance.now() < end); tried += 1) await tryOne(tried)
  if (tried < count)
    process.stderr.write(`${expect.getState().currentTestName}: ${tried} of ${count} in ${seconds} seconds\n`)
  return tried
}
