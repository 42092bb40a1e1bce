import { hostname } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { ENQUEUE, QUEUE_STATUS } from '../../../reports/documents/queue.ts'
import { datesIn } from '../../input/dates.ts'
import { aSwitch, CYCLES, DAYS, once } from '../../input/options.ts'
import { optional, orElse, refuseValue, text, type ValueReader, wholeNumberWithin } from '../../input/readers.ts'
import { secretsAtHand } from '../../input/secrets/secrets.ts'
import {
  databasesOf,
  environmentOfCommands,
  loadSharedSettings,
  merchantsOf,
  queueSecretIn,
  type Settings,
} from '../../input/settings.ts'
import { zoneByName } from '../../input/zone.ts'
import { publishText } from '../../print/files/publish.ts'
import { countInTable } from '../../print/in-table.ts'
import { flagsOfNight, isNameOfNight, nameOfNight } from '../../queue/night-name.ts'
import type { QueueAddition } from '../../queue/night-queue.ts'
import { countStates, NIGHT_STATES, type NightStatus, readNightStatus } from '../../queue/night-status.ts'
import { databaseStoreAt, type StoredDatabase } from '../../queue/store/database-store.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { harmless } from '../../std/harmless.ts'
import { hideSecrets } from '../../std/hide-secrets.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import { ageText, queueWords } from '../../words/queue/queue-words.ts'
import {
  type Command,
  type CommandArguments,
  commandWith,
  DEBUG,
  type Flags,
  JSON_FLAG,
  SETTINGS,
  sourcesOf,
  usageError,
} from '../framework/command.ts'
import { effectiveSettings, fromHere, refuseMissingDatabase } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'

/** The settings file sets the database of every merchant; there is no flag for it. */
const { db: _, ...settings } = SETTINGS

export const QUEUE_FLAGS: Flags = {
  queue: once(
    {
      en: 'PostgreSQL of the queue, without its password: postgres://user@host/database (CUADRE_QUEUE)',
      es: 'PostgreSQL de la cola, sin su contraseña: postgres://usuario@equipo/base (CUADRE_QUEUE)',
    },
    optional(text),
  ),
  ...settings,
}

/** The address of the queue. Other users of the machine see flags, so a password in it is refused. */
export const queueUrlOf = (given: CommandArguments, io: Io): string => {
  const flag = given.text('queue')
  const url = flag ?? queueSecretIn('queue', sourcesOf(given, io))
  if (url === null)
    throw new CuadreError(
      'NO_QUEUE',
      { en: 'no queue (CUADRE_QUEUE) is set', es: 'no está definida la cola (CUADRE_QUEUE)' },
      {
        en: 'set it to the address of a PostgreSQL, postgres://user:password@host/database, or let CUADRE_QUEUE_FILE name a file that holds it',
        es: 'ponga la dirección de un PostgreSQL, postgres://usuario:contraseña@equipo/base, o indique en CUADRE_QUEUE_FILE un archivo que la tenga',
      },
    )
  const parsed = parsedUrl(url)
  if (flag === undefined || (parsed.password === '' && !parsed.searchParams.has('password'))) return url
  throw usageError(
    {
      en: '--queue holds a password, which every user of this machine can read in the list of processes',
      es: '--queue tiene una contraseña, que todo usuario del equipo puede leer en la lista de procesos',
    },
    {
      en: 'put the address into CUADRE_QUEUE, or into a file that CUADRE_QUEUE_FILE names',
      es: 'ponga la dirección en CUADRE_QUEUE, o en un archivo que indique CUADRE_QUEUE_FILE',
    },
  )
}

const parsedUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)) return url
  throw usageError(
    { en: 'the queue is not the address of a PostgreSQL', es: 'la cola no es la dirección de un PostgreSQL' },
    {
      en: 'write it as postgres://user@host:5432/database',
      es: 'escríbala así: postgres://usuario@equipo:5432/base',
    },
  )
}

/**
 * Refuses merchants that share a database: two nights at once would wait for each other, and a worker would hold another merchant's data.
 */
export const refuseSharedDatabase = (given: CommandArguments, io: Io): void => {
  const owners = new Map<string, string>()
  for (const [merchant, db] of databasesOf(sourcesOf(given, io))) {
    const other = owners.get(db)
    if (other !== undefined)
      throw new CuadreError(
        'SHARED_DATABASE',
        {
          en: `merchants ${other} and ${merchant} share a database, and the queue needs one for each`,
          es: `los comercios ${other} y ${merchant} comparten una base de datos, y la cola necesita una para cada uno`,
        },
        {
          en: 'move them apart with: cuadre db split',
          es: 'sepárelos con: cuadre db split',
        },
      )
    owners.set(db, merchant)
  }
}

export const enqueue = commandWith({
  name: 'enqueue',
  group: 'platform',
  exits: ['incomplete'],
  describe: {
    en: 'Put the night of each merchant into the queue on PostgreSQL, once',
    es: 'Pone la noche de cada comercio en la cola de PostgreSQL, una sola vez',
  },
  manual: '`--again` puts back nights that are done or wait for a person.',
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
  options: {
    ...DAYS,
    ...CYCLES,
    force: aSwitch({
      en: 'Read a cycle that neither the settings nor the database know',
      es: 'Lee un ciclo que ni los parámetros ni la base de datos conocen',
    }),
    again: aSwitch({
      en: 'Also those that are done or wait for a person',
      es: 'También los que ya terminaron o esperan a una persona',
    }),
    create: aSwitch({
      en: 'Let a merchant without a database in the store begin with an empty one',
      es: 'Deja que un comercio sin base de datos en el almacén empiece con una vacía',
    }),
  },
  flags: { ...JSON_FLAG, ...QUEUE_FLAGS, ...DEBUG },
  execute: async ({ cycles, force, again, create, ...dates }, given, io) => {
    const days = datesIn(dates, '--')
    const request = { from: days?.from ?? null, to: days?.to ?? null, cycles: [...new Set(cycles)], force, create }
    const url = queueUrlOf(given, io)
    const { settings } = loadSharedSettings(sourcesOf(given, io))
    const merchants = merchantsOf(sourcesOf(given, io)) ?? [settings.merchant]
    refuseSharedDatabase(given, io)
    const night = nameOfNight(request, zoneByName(settings.policy.timeZone).dateAt(io.now()))
    const { openNightQueue } = await import('../../queue/night-queue.ts')
    const queue = await openNightQueue(url, 'command')
    try {
      const added = await queue.add(night, merchants, request, again)
      return { document: () => ENQUEUE.of({ night, added }), text: () => [lineOf(night, added)[io.language]] }
    } finally {
      await queue.close()
    }
  },
})

const numberOf = (added: readonly QueueAddition[], kind: QueueAddition): number =>
  added.filter((one) => one === kind).length

const lineOf = (night: string, added: readonly QueueAddition[]): Both<string> => {
  const [fresh, again, present] = [numberOf(added, 'new'), numberOf(added, 'again'), numberOf(added, 'present')]
  return {
    en: `night ${night}: ${countOf(added.length, 'merchant', 'en')}, ${fresh} new${again === 0 ? '' : `, ${again} again`}, ${present} in the queue already`,
    es: `noche ${night}: ${countOf(added.length, 'merchant', 'es')}, ${fresh} nuevos${again === 0 ? '' : `, ${again} otra vez`}, ${present} ya en la cola`,
  }
}

const nameOfOneNight: ValueReader<string> = (name, value) =>
  typeof value === 'string' && isNameOfNight(value) ? value : refuseValue(name, value, A_NIGHT)

const A_NIGHT: Both<string> = {
  en: 'the name of a night, as "cuadre enqueue" printed it: 2026-03-12, or 2026-03-01..2026-03-31',
  es: 'el nombre de una noche, como lo mostró "cuadre enqueue": 2026-03-12, o 2026-03-01..2026-03-31',
}

export const queueStatus = commandWith({
  name: 'queue status',
  group: 'platform',
  exits: ['incomplete'],
  describe: {
    en: 'How the night of all merchants stands in the queue, and for whom a person is needed',
    es: 'Cómo va en la cola la noche de todos los comercios, y cuáles necesitan a una persona',
  },
  manual: '`--page` also writes it as a page.',
  examples: [
    [
      'cuadre queue status',
      { en: 'the latest night, without those of days', es: 'la última noche, sin las de días pedidos' },
    ],
    [
      'cuadre queue status --page out/queue.html',
      { en: 'and a page for those who look at it', es: 'y una página para quienes la miran' },
    ],
  ],
  options: {
    night: once({ en: 'Another night, by its name', es: 'Otra noche, por su nombre' }, orElse(nameOfOneNight, null)),
  },
  flags: {
    page: once({ en: 'Also write this page', es: 'También escribe esta página' }, optional(text)),
    ...JSON_FLAG,
    ...QUEUE_FLAGS,
    ...DEBUG,
  },
  execute: async ({ night }, given, io) => {
    const url = queueUrlOf(given, io)
    const { settings } = loadSharedSettings(sourcesOf(given, io))
    const status = await readNightStatus(url, night, settings.merchants)
    if (status === null) throw noNight(night)
    const path = given.text('page') === undefined ? null : resolve(io.cwd, given.text('page') ?? '')
    if (path !== null) {
      const { nightPage } = await import('../../../reports/pages/queue/night-page.tsx')
      const zone = zoneByName(settings.policy.timeZone)
      const facts = { ...status, language: settings.language, asOf: zone.clockAt(io.now()), zone: zone.name }
      await publishText(dirname(path), basename(path), nightPage(facts, versionOfPackage()), io.signal)
    }
    const page = path === null ? null : fromHere(path, io.cwd)
    return { document: () => QUEUE_STATUS.of({ ...status, page }), text: () => textOf(status, page, io.language) }
  },
})

const noNight = (night: string | null): CuadreError =>
  new CuadreError(
    'NO_NIGHT',
    { en: 'the queue has no such night', es: 'la cola no tiene esa noche' },
    night === null
      ? { en: 'put it in with: cuadre enqueue', es: 'póngala con: cuadre enqueue' }
      : { en: 'the latest is shown by: cuadre queue status', es: 'la última la muestra: cuadre queue status' },
  )

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
    ...(counts.person === 0 ? [] : ['', words.again(flagsOfNight(night))]),
    ...(page === null ? [] : ['', page]),
    '',
  ].join('\n')
}

/** The configured store, and the key of this database in it; null when the databases are on a volume. */
export const databaseStoreOf = (
  { databaseStore, configFile }: Pick<Settings, 'databaseStore' | 'configFile'>,
  given: CommandArguments,
  io: Io,
): StoredDatabase | null => {
  if (databaseStore === null) return null
  const sources = sourcesOf(given, io)
  const key = queueSecretIn('databaseKey', sources)
  if (key === null)
    throw new CuadreError(
      'NO_DATABASE_KEY',
      {
        en: 'no key (CUADRE_DATABASE_KEY) is set, with which databases are encrypted in their store',
        es: 'no está definida la clave (CUADRE_DATABASE_KEY) con la que se cifran las bases de datos en su almacén',
      },
      {
        en: 'set it to a long random text (openssl rand -base64 48), and keep a copy elsewhere: without it nobody can read them',
        es: 'ponga un texto largo al azar (openssl rand -base64 48) y guarde una copia en otro lugar: sin ella nadie las puede leer',
      },
    )
  const commands = {
    home: configFile === null ? io.cwd : dirname(configFile),
    env: environmentOfCommands(sources),
    show: (line: string) => io.stderr(`${harmless(hideSecrets(secretsAtHand(io.env, io.cwd), line))}\n`),
  }
  return { store: databaseStoreAt(databaseStore, commands), key }
}

const noStore = (): CuadreError =>
  new CuadreError(
    'NOT_IN_STORE',
    { en: 'the settings name no store of databases', es: 'los parámetros no indican un almacén de bases de datos' },
    {
      en: 'set "databaseStore" in the settings file; databases on a volume need none of this',
      es: 'defina "databaseStore" en el archivo de parámetros; las bases de datos en un volumen no lo necesitan',
    },
  )

export const queueFetch: Command = {
  name: 'queue fetch',
  group: 'platform',
  exits: ['incomplete'],
  describe: {
    en: 'Fetch the database of a merchant from the store of the queue, to ask it or to work in it',
    es: 'Toma del almacén de la cola la base de datos de un comercio, para consultarla o trabajar en ella',
  },
  manual: 'It replaces nothing.',
  operand: '[file]',
  examples: [
    [
      'cuadre queue fetch --merchant casa casa.db',
      {
        en: 'then, for example: cuadre status --merchant casa --db casa.db',
        es: 'después, por ejemplo: cuadre status --merchant casa --db casa.db',
      },
    ],
  ],
  flags: { ...QUEUE_FLAGS, ...DEBUG },
  execute: async (given, io) => {
    const url = queueUrlOf(given, io)
    const { settings } = effectiveSettings(given, io)
    const stored = databaseStoreOf(settings, given, io)
    if (stored === null) throw noStore()
    const { merchant } = settings
    const file = resolve(io.cwd, given.operands[0] ?? settings.db)
    const { existingDatabaseFile } = await import('../../store/connection/database.ts')
    const found = existingDatabaseFile(file)
    if (found !== null) throw targetExists(fromHere(found, io.cwd))
    const { fetchMerchantDatabase } = await import('../../../jobs/queue/fetch-merchant-database.ts')
    const number = await fetchMerchantDatabase({ url, stored, merchant, file, signal: io.signal })
    await io.stdout(`${FETCHED(fromHere(file, io.cwd), number)[io.language]}\n`)
    return 0
  },
}

const FETCHED = (file: string, number: number): Both<string> => ({
  en: `${file} is generation ${number}`,
  es: `${file} es la generación ${number}`,
})

const targetExists = (file: string): CuadreError =>
  new CuadreError(
    'TARGET_EXISTS',
    { en: `${file} already exists`, es: `${file} ya existe` },
    { en: 'name another file, or move that one away', es: 'indique otro archivo, o mueva ese' },
  )

export const queueGive = commandWith({
  name: 'queue give',
  group: 'platform',
  exits: ['incomplete', 'locked'],
  describe: {
    en: 'Give the database of this machine to the store of the queue, and put it in force',
    es: 'Da la base de datos de este equipo al almacén de la cola, y la pone en vigor',
  },
  manual:
    'Where the [store](queue.md#where-the-databases-are) has one already, `--over N` names the generation that yours was made from.',
  examples: [
    ['cuadre queue give', { en: 'the first time, of all merchants', es: 'la primera vez, de todos los comercios' }],
    [
      'cuadre queue give --merchant casa --over 41',
      {
        en: 'after "queue fetch" printed 41 and a difference was accepted in it',
        es: 'después de que "queue fetch" mostró 41 y se aceptó en ella una diferencia',
      },
    ],
  ],
  options: {
    over: once(
      { en: 'The generation that it was made from', es: 'La generación de la que se hizo' },
      orElse(wholeNumberWithin(0, 999_999_999), 0),
    ),
  },
  flags: { ...QUEUE_FLAGS, ...DEBUG },
  eachMerchant: true,
  execute: async ({ over }, given, io) => {
    const url = queueUrlOf(given, io)
    const { settings } = effectiveSettings(given, io)
    const stored = databaseStoreOf(settings, given, io)
    if (stored === null) throw noStore()
    refuseMissingDatabase(settings, io)
    const { giveMerchantDatabase } = await import('../../../jobs/queue/give-merchant-database.ts')
    const number = await giveMerchantDatabase(
      { ...io, settings, version: versionOfPackage() },
      { url, stored, holder: `${hostname()}:${process.pid}`, over },
    )
    await io.stdout(`${GIVEN(settings.merchant, number)[io.language]}\n`)
    return 0
  },
})

const GIVEN = (merchant: string, number: number): Both<string> => ({
  en: `the database of merchant ${merchant} is in force in the store as generation ${number}`,
  es: `la base de datos del comercio ${merchant} está en vigor en el almacén como generación ${number}`,
})
