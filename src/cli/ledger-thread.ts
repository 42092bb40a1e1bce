import { parentPort, workerData } from 'node:worker_threads'
import { makeLedgers } from '../../jobs/make-ledgers.ts'

// The program of a thread: it makes the ledgers of a run that the run itself has no time for.
if (parentPort !== null) await makeLedgers(workerData, parentPort)
