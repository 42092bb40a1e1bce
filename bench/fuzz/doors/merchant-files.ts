import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databasesOf, loadSettings, merchantsOf } from '../../../src/input/settings.ts'
import { type Door, refusedOr } from '../door.ts'

const ENTRY = {
  name: 'casa',
  db: 'data/casa.db',
  apiKeyVariable: 'CASA_KEY',
  toleranceCop: 100,
  cycles: ['11', '13'],
  bankText: ['OPERADOR'],
}

/** The file of a single merchant. */
export const merchantFilesDoor = (folder: string): Door => {
  const merchants = join(folder, 'merchants')
  mkdirSync(merchants)
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ merchants: { folder: 'merchants' } }))
  writeFileSync(join(merchants, 'apto.json'), JSON.stringify({ db: 'data/apto.db' }))
  return {
    name: 'merchants in files',
    share: 20_000,
    valid: [Buffer.from(JSON.stringify(ENTRY)), Buffer.from(JSON.stringify(ENTRY, null, 2))],
    words: ['"name"', '"db"', '"apiKey"', '"apiKeyFile"', '"merchants"', '"tariffFile"', '{merchant}'],
    enter: (input) =>
      refusedOr(() => {
        writeFileSync(join(merchants, 'casa.json'), input)
        loadMerchants(folder)
      }),
  }
}

/** Loads all merchants of the settings in a folder, their databases, and the settings of one. */
export const loadMerchants = (folder: string): void => {
  const sources = { flags: { merchant: 'casa' }, env: {}, cwd: folder }
  merchantsOf(sources)
  databasesOf(sources)
  loadSettings(sources)
}
