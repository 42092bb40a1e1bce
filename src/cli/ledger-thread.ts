import { parentPort, workerData } from 'node:worker_threads'
import { makeLedgers } from '../pipeline/report/ahead/make-ledgers.ts'
import { versionOfPackage } from '../std/version-of-package.ts'

/** The program was replaced while the run that starts this thread was under way: its files would be of two versions. */
const refuseOtherVersion = (version: string): void => {
  const own = versionOfPackage()
  if (version !== own) throw new Error(`This thread is of version ${own}, the run that started it of ${version}`)
}

// The program of a thread: it makes the ledgers of a run that the run itself has no time for.
if (parentPort !== null) {
  refuseOtherVersion(workerData.version)
  await makeLedgers(workerData, parentPort)
}
