import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { loadSharedSettings, merchantsOf } from '../../../config/settings.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { countOf } from '../../../i18n/counts.ts'
import { jsonText } from '../../../publish/json.ts'
import type { NightRequest, QueueAddition } from '../../../queue/night-queue.ts'
import type { Both } from '../../../std/both.ts'
import { type Command, type CommandArguments, DEBUG, sourcesOf } from '../../framework/command.ts'
import { parseCycles, parseDays, SLOT_FLAGS } from '../../framework/dates.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { QUEUE_FLAGS, queueUrlOf } from './queue-url-of.ts'
import { refuseSharedDatabase } from './refuse-shared-database.ts'

export const enqueue: Command = {
  name: 'enqueue',
  group: 'daily',
  exits: ['incomplete'],
  describe: {
    en: 'Put the night of each merchant into the queue on PostgreSQL, once',
    es: 'Pone la noche de cada comercio en la cola de PostgreSQL, una sola vez',
  },
  manual: [
    [
      '[--merchant M] [--date D | --from D --to D] [--cycle C]... [--again] [--json]',
      'Puts the night of each merchant of the settings into the queue, and says how many are new and how many were there already: begun twice it does nothing twice. With days, only those are read; such a range is a night of its own. `--again` puts back those that are done or wait for a person.',
    ],
  ],
  examples: [
    [
      'cuadre enqueue',
      {
        en: 'tonight, for all merchants of the settings',
        es: 'esta noche, para todos los comercios de los parámetros',
      },
    ],
    [
      'cuadre enqueue --merchant casa --again',
      { en: 'one of them again, after its key was corrected', es: 'uno de ellos otra vez, tras corregir su clave' },
    ],
    ['cuadre enqueue --from 2026-03-01 --to 2026-03-31', { en: 'a month, for all of them', es: 'un mes, para todos' }],
  ],
  flags: {
    ...SLOT_FLAGS,
    force: {
      kind: 'switch',
      describe: {
        en: 'Read a cycle that neither the settings nor the database know',
        es: 'Lee un ciclo que ni los parámetros ni la base de datos conocen',
      },
    },
    again: {
      kind: 'switch',
      describe: {
        en: 'Also those that are done or wait for a person',
        es: 'También los que ya terminaron o esperan a una persona',
      },
    },
    create: {
      kind: 'switch',
      describe: {
        en: 'Let a merchant without a database in the store begin with an empty one',
        es: 'Deja que un comercio sin base de datos en el almacén empiece con una vacía',
      },
    },
    ...JSON_FLAG,
    ...QUEUE_FLAGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const request = requestIn(given)
    const url = queueUrlOf(given, io)
    const { settings } = loadSharedSettings(sourcesOf(given, io))
    const merchants = merchantsOf(sourcesOf(given, io)) ?? [settings.merchant]
    refuseSharedDatabase(given, io)
    const night = nameOfNight(request, zoneByName(settings.policy.timeZone).dateAt(io.now()))
    const { openNightQueue } = await import('../../../queue/night-queue.ts')
    const queue = await openNightQueue(url, 'command')
    try {
      const added = await queue.add(night, merchants, request, given.isOn('again'))
      await io.stdout(given.isOn('json') ? documentOf(night, added) : `${lineOf(night, added)[io.language]}\n`)
    } finally {
      await queue.close()
    }
    return 0
  },
}

const requestIn = (given: CommandArguments): NightRequest => {
  const days = parseDays(given)
  return {
    from: days?.from ?? null,
    to: days?.to ?? null,
    cycles: parseCycles(given),
    force: given.isOn('force'),
    create: given.isOn('create'),
  }
}

/** An ordinary night is named by its date; days that a person asked for have a name of their own. */
const nameOfNight = ({ from, to, cycles }: NightRequest, today: string): string =>
  [from === null || to === null ? today : `${from}..${to}`, ...cycles].join(' ')

const numberOf = (added: readonly QueueAddition[], kind: QueueAddition): number =>
  added.filter((one) => one === kind).length

const documentOf = (night: string, added: readonly QueueAddition[]): string =>
  `${jsonText(
    answerDocument('enqueue', 0, {
      night,
      merchants: added.length,
      new: numberOf(added, 'new'),
      again: numberOf(added, 'again'),
      present: numberOf(added, 'present'),
    }),
  )}\n`

const lineOf = (night: string, added: readonly QueueAddition[]): Both<string> => {
  const [fresh, again, present] = [numberOf(added, 'new'), numberOf(added, 'again'), numberOf(added, 'present')]
  return {
    en: `night ${night}: ${countOf(added.length, 'merchant', 'en')}, ${fresh} new${again === 0 ? '' : `, ${again} again`}, ${present} in the queue already`,
    es: `noche ${night}: ${countOf(added.length, 'merchant', 'es')}, ${fresh} nuevos${again === 0 ? '' : `, ${again} otra vez`}, ${present} ya en la cola`,
  }
}
