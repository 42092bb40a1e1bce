import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSettings } from '../../../src/input/settings.ts'
import { type Door, refusedOr } from '../door.ts'
import { TARIFF } from './settings.ts'

/** Files that the settings name: a tariff, and keys. */
export const settingsFilesDoor = (folder: string): Door => {
  const settings = { tariffFile: 'tariff.json', integrityKeyFile: 'integrity.key' }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings))
  return {
    name: 'files of the settings',
    share: 20_000,
    valid: [Buffer.from(JSON.stringify(TARIFF)), Buffer.from(`\ufeff${JSON.stringify(TARIFF, null, 2)}\n`)],
    words: ['"from":', '"methods":', '"tiers":', '"percent":', '"proposed":'],
    enter: (input) =>
      refusedOr(() => {
        writeFileSync(join(folder, 'tariff.json'), input)
        writeFileSync(join(folder, 'integrity.key'), input, { mode: 0o600 })
        loadSettings({ flags: {}, env: {}, cwd: folder })
      }),
  }
}
