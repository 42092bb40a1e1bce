import { dirname, join, resolve } from 'node:path'
import type { SplitMerchant } from '../../../../jobs/database/split-database.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { loadDatabaseSettings } from '../../../config/settings.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import type { Language } from '../../../i18n/language.ts'
import { jsonText } from '../../../publish/json.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS, sourcesOf, usageError } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG, statusOf } from '../../framework/job.ts'
import { fileDocument } from './check-lines.ts'

export const dbSplit: Command = {
  name: 'db split',
  group: 'care',
  exits: ['locked'],
  describe: {
    en: 'Give each merchant of a shared database one of its own; each is verified and must give the same reports, and the shared one stays',
    es: 'Da a cada comercio de una base compartida una propia; cada una se verifica y debe dar los mismos informes, y la compartida queda',
  },
  manual: [
    [
      '[PATTERN] [--json]',
      'Gives each merchant of a shared database one of its own, at PATTERN with its name for `{merchant}` (beside the shared one unless given). Each counts once it was verified and gave the same reports to the byte; nothing is replaced, and the shared one stays as it is.',
    ],
  ],
  operand: '[pattern]',
  examples: [
    ['cuadre db split', { en: 'beside the shared one', es: 'junto a la compartida' }],
    [
      'cuadre db split "data/{merchant}.db"',
      { en: 'as "db" will stand in the settings file', es: 'como quedará "db" en el archivo de parámetros' },
    ],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { settings } = loadDatabaseSettings(sourcesOf(given, io))
    const pattern = resolve(io.cwd, given.operands[0] ?? join(dirname(settings.db), '{merchant}.db'))
    if (!pattern.includes('{merchant}')) throw patternWithoutMerchant()
    const { splitDatabase } = await import('../../../../jobs/database/split-database.ts')
    const zone = zoneByName(settings.policy.timeZone)
    const job = { ...io, settings, zone, version: versionOfPackage(), statusOf, progress: () => undefined }
    const split = await splitDatabase(job, pattern)
    const here = (path: string): string => fromHere(path, io.cwd)
    const document = answerDocument('db split', 0, {
      from: here(settings.db),
      db: here(pattern),
      merchants: split.map(({ merchant, database, inbox, reports, wasThere }) => ({
        merchant,
        database: fileDocument(database, here),
        inbox: inbox === null ? null : fileDocument(inbox, here),
        reports,
        wasThere,
      })),
    })
    const lines = [
      ...merchantLines(split, here, io.language),
      '',
      ...next(here(settings.db), here(pattern), io.language),
    ]
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${lines.join('\n')}\n`)
    return 0
  },
}

const patternWithoutMerchant = () =>
  usageError(
    {
      en: 'the place of the new databases must have {merchant} in it',
      es: 'el lugar de las bases nuevas debe contener {merchant}',
    },
    {
      en: 'for example: cuadre db split "data/{merchant}.db"',
      es: 'por ejemplo: cuadre db split "data/{merchant}.db"',
    },
  )

const merchantLines = (
  split: readonly SplitMerchant[],
  here: (path: string) => string,
  language: Language,
): readonly string[] =>
  alignColumns(
    split.map(({ merchant, database, reports, wasThere }) => [
      merchant,
      harmless(here(database.path)),
      { en: `whole, ${reports} reports the same`, es: `completa, ${reports} informes iguales` }[language] +
        (wasThere ? { en: ' (was there)', es: ' (ya estaba)' }[language] : ''),
    ]),
    3,
  )

const next = (shared: string, pattern: string, language: Language): readonly string[] =>
  ({
    en: [
      `${harmless(shared)} is as it was: keep it as the record of what it holds.`,
      `Next: set "db": "${harmless(pattern)}" in the settings file (and remove CUADRE_DB), then "cuadre run".`,
    ],
    es: [
      `${harmless(shared)} quedó como estaba: consérvela como soporte de lo que contiene.`,
      `Siguiente: ponga "db": "${harmless(pattern)}" en el archivo de parámetros (y quite CUADRE_DB); luego "cuadre run".`,
    ],
  })[language]
