import fc from 'fast-check'
import { trials } from './trials.ts'

/** A property tries a hundred cases, and fewer where the machine is busy: it ends when its time is up, and fails nothing. */
fc.configureGlobal({ numRuns: trials(100), interruptAfterTimeLimit: 20_000 * trials(1) })
