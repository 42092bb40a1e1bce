import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flipped, type Target } from '../../bench/bits/flips.ts'
import { fillInbox } from '../../bench/bits/scene.ts'
import { databaseTarget, inboxTarget, packTarget } from '../../bench/bits/targets.ts'
import { type PackFile, writePack } from '../../src/print/pack/write.ts'
import { emptyFolder } from '../empty-folder.ts'
import { READER } from './night.ts'
import { nightsInDatabase } from './nights-in-database.ts'

/** `npm run bits` flips any number, in a larger database. */
const FLIPS = 60
/** A different seed each time; failures report it. */
const SEED = Date.now() % 1_000_000

const database = async (): Promise<Target> => {
  const { path, store } = await nightsInDatabase()
  await store.close()
  return databaseTarget(path, READER)
}

const inbox = async (): Promise<Target> => {
  const path = join(emptyFolder(), 'cuadre.db.inbox')
  fillInbox(path)
  return inboxTarget(path)
}

async function* filesOfPack(): AsyncGenerator<PackFile> {
  yield { name: 'settlement-ledger.csv', pieces: [{ text: 'date,cycle\n2026-03-12,11\n', rows: 1 }] }
  yield { name: 'answers/pull-1/page-00001.json', pieces: [{ text: '{"items":[],"cursor":null}', rows: 0 }] }
}

const pack = (name: string) => async (): Promise<Target> => {
  const path = join(emptyFolder(), name)
  const about = { merchant: 'default', date: '2026-03-12', cycle: '11', madeAt: '2026-03-13T03:30:00Z', masked: false }
  await writePack(path, filesOfPack(), about, new AbortController().signal)
  return packTarget(path)
}

const TARGETS: readonly (readonly [name: string, make: () => Promise<Target>])[] = [
  ['a database', database],
  ['an inbox', inbox],
  ['an evidence pack', pack('pack')],
  ['an evidence pack in a zip', pack('pack.zip')],
]

test.each(TARGETS)(
  'of single bits turned anywhere in %s none that changes a value goes unseen',
  async (_name, make) => {
    const unseen: string[] = []
    let seen = 0
    for await (const { outcome, path, byte, bit, object } of flipped(await make(), {
      flips: FLIPS,
      seed: SEED,
      written: true,
    })) {
      if (outcome === 'seen') seen += 1
      if (outcome === 'unseen') unseen.push(`seed ${SEED}: bit ${bit} of byte ${byte} of ${path}, in ${object}`)
    }
    expect(unseen).toEqual([])
    expect(seen).toBeGreaterThan(0)
  },
)

/**
 * Each flip tried to decompress every digest of the inbox, and held 0.8 MB for it until the end: 230 MB for so many.
 */
test('memory does not grow with the flips', async () => {
  const before = process.memoryUsage().arrayBuffers
  for await (const _flip of flipped(await inbox(), { flips: 300, seed: 1 }));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
})
