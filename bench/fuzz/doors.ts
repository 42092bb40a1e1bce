import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Door } from './door.ts'
import { answers } from './doors/answers.ts'
import { BANK_BOOK, BANK_TEXTS, bankTexts, bankWorkbooks, movedMessages, movedTables } from './doors/bank-files.ts'
import { commandLines } from './doors/command-lines.ts'
import { databaseDoor, inboxDoor } from './doors/databases.ts'
import { librarySettings } from './doors/library-settings.ts'
import { manifestDoor } from './doors/manifests.ts'
import { merchantFilesDoor } from './doors/merchant-files.ts'
import { merchantListDoor } from './doors/merchant-list.ts'
import { nightDoor } from './doors/nights.ts'
import { notifications } from './doors/notifications.ts'
import { packDoor } from './doors/packs.ts'
import { receiverDoor } from './doors/receiver.ts'
import { sandboxDoor } from './doors/sandbox.ts'
import { serviceDoor } from './doors/service.ts'
import { settingsDoor, tariffs } from './doors/settings.ts'
import { settingsFilesDoor } from './doors/settings-files.ts'
import { sheets } from './doors/sheets.ts'
import { filledSheet, takenFileDoor } from './doors/taken-files.ts'
import { variablesDoor } from './doors/variables.ts'
import { writtenSettingsDoor } from './doors/written-settings.ts'

/**
 * Every entry point for foreign bytes; their files are written below `folder`. Commands use the given database, else
 * one of a single night; only those of `command lines` then have none.
 */
export const doorsIn = async (folder: string, given: string | null): Promise<readonly Door[]> => {
  const below = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  const nights = await nightDoor(below('nights'))
  return [
    answers,
    await serviceDoor(),
    nights.door,
    notifications,
    await receiverDoor(below('receiver')),
    settingsDoor(below('settings')),
    writtenSettingsDoor(below('written-settings')),
    settingsFilesDoor(below('settings-files')),
    librarySettings,
    variablesDoor(below('variables')),
    merchantFilesDoor(below('merchants')),
    merchantListDoor(below('merchant-list')),
    tariffs,
    bankTexts,
    bankWorkbooks,
    movedMessages,
    movedTables,
    bankImports(below('bank-imports'), nights.database),
    sheets,
    await sheetImports(below('sheet-imports'), nights.database),
    await packDoor(below('packs')),
    await manifestDoor(below('manifests'), nights.database),
    databaseDoor(below('databases'), given ?? nights.database),
    inboxDoor(below('inboxes'), nights.database),
    await sandboxDoor(),
    commandLines(below('commands'), given),
  ]
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
