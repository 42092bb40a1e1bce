import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Door } from './door.ts'
import { answers } from './doors/answers.ts'
import { bankTexts, bankWorkbooks } from './doors/bank-files.ts'
import { commandLines } from './doors/command-lines.ts'
import { notifications } from './doors/notifications.ts'
import { packDoor } from './doors/packs.ts'
import { receiverDoor } from './doors/receiver.ts'
import { serviceDoor } from './doors/service.ts'
import { settingsDoor, tariffs } from './doors/settings.ts'
import { sheets } from './doors/sheets.ts'

/** Every place where bytes of others come in; what they write is below `folder`. Commands are about the database, if there is one. */
export const doorsIn = async (folder: string, database: string | null): Promise<readonly Door[]> => {
  const below = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  return [
    answers,
    await serviceDoor(),
    notifications,
    await receiverDoor(below('receiver')),
    settingsDoor(below('settings')),
    tariffs,
    bankTexts,
    bankWorkbooks,
    sheets,
    await packDoor(below('packs')),
    commandLines(below('commands'), database),
  ]
}
