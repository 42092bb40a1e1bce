import fc from 'fast-check'
import { expect } from 'vitest'
import { trials } from './trials.ts'

/** A property tries a hundred cases, and fewer where the machine is busy: it ends when its time is up, and fails nothing. */
fc.configureGlobal({ numRuns: trials(100), interruptAfterTimeLimit: 20_000 * trials(1) })

/** Files are compared at once; byte by byte a database took seconds. */
expect.addEqualityTesters([
  (a, b) => (a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : undefined),
])
