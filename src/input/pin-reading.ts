import type { PinnedReading } from '../core/policy.ts'
import type { SlotDate } from '../core/slot.ts'
import { readTextFile } from '../std/files/text-file.ts'
import { setMember } from '../std/json/set-member.ts'
import type { Settings } from './settings.ts'
import { fileOfSettings, settingsPlace, writeOver } from './settings-place.ts'

/** Who decided a reading, and on which day. */
export interface Pin {
  readonly setting: PinnedReading
  readonly by: string
  readonly at: SlotDate
}

/**
 * Writes the value in force and who decided it into the settings file; nothing else in the file changes. Returns the path of the file.
 */
export const pinReading = async (settings: Settings, { setting, by, at }: Pin): Promise<string> => {
  const file = fileOfSettings(settings)
  const { policy, merchant } = settings
  const text = readTextFile(file)
  const place = settingsPlace(JSON.parse(text.replace(/^\uFEFF/, '')), merchant)
  const valued = setMember(text, place.pathOf(setting), setting, JSON.stringify(policy[setting]))
  const pins = { ...policy.pinnedReadings, [setting]: { by, at } }
  const pinned = setMember(valued, place.pathOf('pinnedReadings'), 'pinnedReadings', JSON.stringify(pins, null, 2))
  await writeOver(file, pinned)
  return file
}
