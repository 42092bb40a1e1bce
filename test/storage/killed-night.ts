import { openStore } from '../../src/storage/open.ts'
import { bigNight, NIGHTS, RUN_BEGUN } from './big-night.ts'

/* Run as a separate process, to be killed: the second night over a database with the first. */
const [path = ''] = process.argv.slice(2)
const store = await openStore({ path, merchant: 'default', version: '1' })
process.stdout.write(RUN_BEGUN)
await bigNight(store, NIGHTS.second)
await store.close()
