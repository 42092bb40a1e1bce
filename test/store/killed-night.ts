import { openStore } from '../../src/store/open.ts'
import { bigNight, FIRST_COMMITTED, NIGHTS, RUN_BEGUN, SLOTS } from './big-night.ts'

/*
 * Run as a separate process, to be killed: the second night over a database with the first. With `between`, it waits to
 * be killed once its first slot is committed, and never commits the other.
 */
const [path = '', between] = process.argv.slice(2)
const store = await openStore({ path, merchant: 'default', version: '1' })
process.stdout.write(RUN_BEGUN)
if (between === undefined) await bigNight(store, NIGHTS.second)
else
  await bigNight(store, NIGHTS.second, async (slot, commit) => {
    if (slot === SLOTS[0]) {
      await commit()
      process.stdout.write(FIRST_COMMITTED)
    } else await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1))
  })
await store.close()
