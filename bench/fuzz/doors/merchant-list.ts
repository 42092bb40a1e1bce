import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Door, refusedOr } from '../door.ts'
import { loadMerchants } from './merchant-files.ts'

const ENTRIES = [
  { name: 'casa', db: 'data/casa.db', apiKeyVariable: 'CASA_KEY', toleranceCop: 100 },
  { name: 'apto', db: 'data/apto.db', policy: { cycles: ['11', '13'], bankText: ['OPERADOR'] } },
]
const LINES = ENTRIES.map((entry) => `${JSON.stringify(entry)}\n`)

/** Merchants as printed by a command, one on each line. */
export const merchantListDoor = (folder: string): Door => {
  const settings = { merchants: { command: ['cat', 'list.txt'] } }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings))
  return {
    name: 'merchants of a command',
    share: 1_000,
    valid: [Buffer.from(LINES.join('')), Buffer.from(LINES[0] ?? '')],
    words: ['\n', '}\n{', '"name":', '"db":', '"apiKey":', '"policy":', '{merchant}'],
    enter: (input) =>
      refusedOr(() => {
        writeFileSync(join(folder, 'list.txt'), input)
        loadMerchants(folder)
      }),
  }
}
