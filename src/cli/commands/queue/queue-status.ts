import { basename, dirname, resolve } from 'node:path'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { loadSharedSettings } from '../../../config/settings.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import type { Json } from '../../../domain/cell.ts'
import type { Language } from '../../../i18n/language.ts'
import { ageText, queueWords } from '../../../i18n/queue/queue-words.ts'
import { countInTable } from '../../../print/in-table.ts'
import { publishText } from '../../../publish/files/publish.ts'
import { jsonText } from '../../../publish/json.ts'
import { countStates, NIGHT_STATES, type NightStatus, readNightStatus } from '../../../queue/night-status.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { CuadreError } from '../../../std/errors.ts'
import { harmless } from '../../../std/harmless.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, sourcesOf } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { QUEUE_FLAGS, queueUrlOf } from './queue-url-of.ts'

export const queueStatus: Command = {
  name: 'queue status',
  group: 'daily',
  exits: ['incomplete'],
  describe: {
    en: 'How the night of all merchants stands in the queue, and for whom a person is needed',
    es: 'Cómo va en la cola la noche de todos los comercios, y cuáles necesitan a una persona',
  },
  manual: [
    [
      '[--night N] [--page FILE] [--json]',
      'How many merchants of a night (the newest) are done, running, waiting, or wait for a person with their last line. `--page` also writes it as a page. It only reads, and ends with 0.',
    ],
  ],
  examples: [
    ['cuadre queue status', { en: 'the night that was put in last', es: 'la última noche que se puso en la cola' }],
    [
      'cuadre queue status --page out/queue.html',
      { en: 'and a page for those who look at it', es: 'y una página para quienes la miran' },
    ],
  ],
  flags: {
    night: { kind: 'once', describe: { en: 'Another night, by its name', es: 'Otra noche, por su nombre' } },
    page: { kind: 'once', describe: { en: 'Also write this page', es: 'También escribe esta página' } },
    ...JSON_FLAG,
    ...QUEUE_FLAGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const url = queueUrlOf(given, io)
    const { settings } = loadSharedSettings(sourcesOf(given, io))
    const status = await readNightStatus(url, given.text('night') ?? null)
    if (status === null) throw noNight()
    const path = given.text('page') === undefined ? null : resolve(io.cwd, given.text('page') ?? '')
    if (path !== null) {
      const { nightPage } = await import('../../../../reports/pages/queue/night-page.tsx')
      const zone = zoneByName(settings.policy.timeZone)
      const facts = { ...status, language: settings.language, asOf: zone.clockAt(io.now()), zone: zone.name }
      await publishText(dirname(path), basename(path), nightPage(facts, versionOfPackage()), io.signal)
    }
    const page = path === null ? null : fromHere(path, io.cwd)
    await io.stdout(given.isOn('json') ? `${jsonText(documentOf(status, page))}\n` : textOf(status, page, io.language))
    return 0
  },
}

const noNight = (): CuadreError =>
  new CuadreError(
    'NO_NIGHT',
    { en: 'the queue has no such night', es: 'la cola no tiene esa noche' },
    { en: 'put it in with: cuadre enqueue', es: 'póngala con: cuadre enqueue' },
  )

const documentOf = ({ night, merchants }: NightStatus, page: string | null): Json =>
  answerDocument('queue status', 0, {
    night,
    merchants: merchants.length,
    ...countStates(merchants),
    page,
    nights: merchants.map(({ line, ageMs, ...one }) => ({
      ...one,
      line: line?.en ?? null,
      ageSeconds: Math.floor(ageMs / 1000),
    })),
  })

/** The numbers, and each merchant that is not done. */
const textOf = ({ night, merchants }: NightStatus, page: string | null, language: Language): string => {
  const words = queueWords(language)
  const counts = countStates(merchants)
  const numbers = [
    ...NIGHT_STATES.map((state) => [words.states[state], countInTable(counts[state], language)]),
    [words.all, countInTable(merchants.length, language)],
  ]
  const open = merchants
    .filter(({ state }) => state !== 'done')
    .map(({ merchant, state, ageMs, line }) => [merchant, words.states[state], ageText(ageMs), line?.[language] ?? ''])
  return [
    words.title(night),
    '',
    ...alignColumns(numbers, 1),
    ...(open.length === 0 ? [] : ['', ...alignColumns(open, 4).map(harmless)]),
    ...(counts.person === 0 ? [] : ['', words.again]),
    ...(page === null ? [] : ['', page]),
    '',
  ].join('\n')
}
