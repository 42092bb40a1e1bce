import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asSlotDate, type SlotDate } from '../../../src/core/slot.ts'
import { pinReading } from '../../../src/input/pin-reading.ts'
import { loadSettings } from '../../../src/input/settings.ts'
import { writeTariff } from '../../../src/input/tariff/write-tariff.ts'
import { type Answer, type Door, refusedOr } from '../door.ts'
import { merchantIn, SETTINGS_FILES, SETTINGS_WORDS } from './settings.ts'

const DAY = ((): SlotDate => {
  const day = asSlotDate('2026-03-13')
  if (day === null) throw new Error('no day')
  return day
})()

/**
 * Settings files that the program itself edits: whatever a person wrote, a file accepted before is accepted afterwards.
 */
export const writtenSettingsDoor = (folder: string): Door => {
  const load = (input: Buffer) => loadSettings({ flags: merchantIn(input), env: {}, cwd: folder }).settings
  return {
    name: 'settings written into',
    share: 10_000,
    valid: SETTINGS_FILES,
    words: ['// a note', '/* a note */', '"policy":{},', '"pinnedReadings":{},', ...SETTINGS_WORDS],
    enter: async (input): Promise<Answer> => {
      writeFileSync(join(folder, 'cuadre.config.json'), input, { mode: 0o600 })
      const written = await refusedOr(async () => {
        await pinReading(load(input), { setting: 'adjustments', by: 'Ana "A"', at: DAY })
        const { policy } = load(input)
        await writeTariff(load(input), { tariff: policy.tariff, tariffDate: 'payment', replace: true })
      })
      if (written === 'refused') return 'refused'
      const { pinnedReadings, tariffDate } = load(input).policy
      if (pinnedReadings.adjustments?.by !== 'Ana "A"' || tariffDate !== 'payment')
        throw new Error('what was written into the settings is not in force')
      return 'taken'
    },
  }
}
