import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Door } from './door.ts'
import {
  BANK_BOOK,
  BANK_TEXTS,
  bankTexts,
  bankWorkbooks,
  filledSheet,
  movedMessages,
  movedTables,
  operatorInvoices,
  sheets,
  takenFileDoor,
} from './doors/files.ts'
import { manifestDoor, packDoor } from './doors/folders.ts'
import { commandLines, databaseDoor, inboxDoor } from './doors/program.ts'
import { notifications, receiverDoor, sandboxDoor } from './doors/requests.ts'
import { answers, nightDoor, serviceDoor } from './doors/service.ts'
import {
  librarySettings,
  merchantFilesDoor,
  merchantListDoor,
  settingsDoor,
  settingsFilesDoor,
  tariffs,
  variablesDoor,
  writtenSettingsDoor,
} from './doors/settings.ts'

/**
 * Makes every entry point for foreign bytes, one at a time; their files are written below `folder`. Commands use the
 * given database, else one of a single night; only those of `command lines` then have none.
 */
export const doorMakers = (folder: string, given: string | null): readonly (() => Door | Promise<Door>)[] => {
  const below = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  let made: ReturnType<typeof nightDoor> | null = null
  const night = () => {
    made ??= nightDoor(below('nights'))
    return made
  }
  const onNight = (name: string, make: (folder: string, database: string) => Door | Promise<Door>) => async () =>
    make(below(name), (await night()).database)
  return [
    () => answers,
    serviceDoor,
    async () => (await night()).door,
    () => notifications,
    () => receiverDoor(below('receiver')),
    () => settingsDoor(below('settings')),
    () => writtenSettingsDoor(below('written-settings')),
    () => settingsFilesDoor(below('settings-files')),
    () => librarySettings,
    () => variablesDoor(below('variables')),
    () => merchantFilesDoor(below('merchants')),
    () => merchantListDoor(below('merchant-list')),
    () => tariffs,
    () => bankTexts,
    () => bankWorkbooks,
    () => movedMessages,
    () => movedTables,
    () => operatorInvoices,
    onNight('bank-imports', bankImports),
    () => sheets,
    onNight('sheet-imports', sheetImports),
    () => packDoor(below('packs')),
    onNight('manifests', manifestDoor),
    onNight('databases', (path, database) => databaseDoor(path, given ?? database)),
    onNight('inboxes', inboxDoor),
    sandboxDoor,
    () => commandLines(below('commands'), given),
  ]
}

export const doorsIn = async (folder: string, given: string | null): Promise<readonly Door[]> => {
  const doors: Door[] = []
  for (const make of doorMakers(folder, given)) doors.push(await make())
  return doors
}

const bankImports = (folder: string, database: string): Door =>
  takenFileDoor(folder, database, {
    name: 'imports of statements',
    file: 'statement',
    command: ['bank', 'import', 'statement', '--account', '40600001122'],
    valid: [...BANK_TEXTS, BANK_BOOK],
    words: bankTexts.words,
  })

const sheetImports = async (folder: string, database: string): Promise<Door> =>
  takenFileDoor(folder, database, {
    name: 'imports of sheets',
    file: 'sheet.csv',
    command: ['discrepancies', 'import', 'sheet.csv', '--by', 'Ana'],
    valid: [await filledSheet(folder, database)],
    words: ['accept', 'claim', 'reopen', 'note', '31/12/2026', '99999-12-31', 'aceptar'],
  })
