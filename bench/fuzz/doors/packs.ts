import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provePack } from '../../../src/print/pack/proof.ts'
import { type PackFile, writePack } from '../../../src/print/pack/write.ts'
import { type Door, refusedOr, type ZipFile } from '../door.ts'

const NEVER = new AbortController().signal

async function* someFiles(): AsyncGenerator<PackFile> {
  yield { name: 'settlement-ledger.csv', pieces: [{ text: 'date,cycle\n2026-03-12,11\n', rows: 1 }] }
  yield { name: 'answers/pull-1/page-00001.json', pieces: [{ text: '{"items":[],"cursor":null}', rows: 0 }] }
}

/** Evidence packs in a zip: any of its files, especially the manifest, and the zip itself. */
export const packDoor = async (folder: string): Promise<Door> => {
  const made = join(folder, 'made')
  const about = { merchant: 'default', date: '2026-03-12', cycle: '11', madeAt: '2026-03-13T03:30:00Z', masked: false }
  await writePack(made, someFiles(), about, NEVER)
  const path = join(folder, 'input.zip')
  return {
    name: 'evidence packs',
    share: 20_000,
    valid: [filesBelow(made)],
    words: ['"sha256":', '"bytes":', '"files":', '"name":', '../../x', 'C:\\x', 'answers/pull-1/page-00001.json'],
    enter: (input) =>
      refusedOr(async () => {
        writeFileSync(path, input)
        await provePack(path, null, NEVER)
      }),
  }
}

const filesBelow = (folder: string): readonly ZipFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
