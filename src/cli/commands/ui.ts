import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { QueryContext } from '../../../jobs/steps/run/context.ts'
import type { SelectedDiscrepancies } from '../../../reports/documents/discrepancies.ts'
import { betweenReadings } from '../../../reports/documents/history.ts'
import { aSwitch, once } from '../../input/options.ts'
import { optional, orElse, text, wholeNumberWithin } from '../../input/readers.ts'
import { loadSharedSettings, merchantsOf } from '../../input/settings.ts'
import { zoneByName } from '../../input/zone.ts'
import { DISCREPANCIES, discrepanciesReport, filterOf } from '../../questions/discrepancies.ts'
import { SLOT_HISTORY, sayingsOf } from '../../questions/history.ts'
import { IN_TRANSIT, inTransitReport } from '../../questions/in-transit.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import { PLAIN_START, type Start, typed } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { type Asking, DESK_FOLDER, type DeskTools, type RunningCommand, type Told } from '../../ui/tools.ts'
import type { Language } from '../../words/language.ts'
import {
  type CommandArguments,
  commandWith,
  DEBUG,
  optionsTyped,
  SETTINGS,
  settingsWords,
  sourcesOf,
} from '../framework/command.ts'
import { effectiveSettings, fromHere } from '../framework/effective-settings.ts'
import { failureLine, failureOf, statusOf } from '../framework/failure.ts'
import type { Io } from '../framework/io.ts'
import { listeningError } from '../framework/listening-error.ts'
import { parse } from '../framework/parse.ts'
import { untilStopped } from '../framework/signals.ts'

const IDLE_MINUTES = 30

export const ui = commandWith({
  name: 'ui',
  group: 'look',
  exits: [],
  isServer: true,
  describe: {
    en: 'A desk in the browser: look, find, and act, on this machine only',
    es: 'Un escritorio en el navegador: ver, buscar y actuar, solo en este equipo',
  },
  inSight: { en: 'the same in the browser, with buttons', es: 'lo mismo en el navegador, con botones' },
  manual:
    'It prints an address that opens once, within ten minutes. From another machine use a tunnel: `ssh -L 8788:127.0.0.1:8788 HOST`, then open the address on your own machine.',
  examples: [
    ['cuadre ui', { en: 'opens the browser', es: 'abre el navegador' }],
    [
      'cuadre ui --read-only --no-open',
      { en: 'to look, and the address only', es: 'solo para ver, y solo la dirección' },
    ],
    ['cuadre ui --port 8788', { en: 'on a port of your own', es: 'en un puerto propio' }],
  ],
  options: {
    port: once(
      { en: 'Port; 0 takes a free one (0)', es: 'Puerto; 0 toma uno libre (0)' },
      orElse(wholeNumberWithin(0, 65_535), 0),
    ),
    readOnly: aSwitch({ en: 'Nothing can be changed', es: 'No se puede cambiar nada' }),
    noOpen: aSwitch({ en: 'Do not open a browser', es: 'No abre el navegador' }),
    idle: once(
      {
        en: 'Ends after so many minutes without a request (30)',
        es: 'Termina tras tantos minutos sin uso (30)',
      },
      orElse(wholeNumberWithin(1, 1_440), IDLE_MINUTES),
    ),
    by: once(
      { en: 'Who decides (the user who is logged in)', es: 'Quién decide (el usuario del sistema)' },
      optional(text),
    ),
  },
  flags: { ...SETTINGS, ...DEBUG },
  execute: async ({ port, idle, readOnly: isReadOnly, noOpen }, given, io) => {
    const names = given.text('merchant') === undefined ? (merchantsOf(sourcesOf(given, io)) ?? []) : []
    const isForMany = names.length > 1
    const { settings } = isForMany ? loadSharedSettings(sourcesOf(given, io)) : effectiveSettings(given, io)
    const [{ openSession }, { deskOf, deskOfMerchants }, { startDesk }] = await Promise.all([
      import('../../ui/session.ts'),
      import('../../ui/desk.tsx'),
      import('../../ui/server.ts'),
    ])
    const session = openSession(Date.now())
    const shared = { language: settings.language, zone: zoneByName(settings.policy.timeZone), root: session.root }
    const deskBelow = (root: string, merchant: string | null) =>
      deskOf({
        ...shared,
        root,
        home: isForMany ? session.root : null,
        isReadOnly,
        formToken: session.formToken,
        ...toolsOf(given, io, merchant),
      })
    const allMerchants = async (): Promise<string> => {
      const { merchantsPageOf } = await import('../framework/write-merchants-files.ts')
      return merchantsPageOf(names, given, io)
    }
    const desk = isForMany
      ? deskOfMerchants(
          { ...shared, allMerchants },
          new Map(
            names
              .map(encodeURIComponent)
              .map((folder, at) => [folder, deskBelow(`${session.root}${folder}/`, names[at] ?? null)]),
          ),
        )
      : deskBelow(session.root, null)
    try {
      const onEntry = (entry: 'used' | 'expired'): void => io.stderr(ENTRIES[entry][io.language])
      const options = { port, session, desk, isReadOnly, idleMs: idle * 60_000, now: Date.now, onEntry }
      const running = await startDesk(options).catch((error: unknown) => {
        throw listeningError(error)
      })
      try {
        await io.stdout(`${running.url}\n`)
        io.stderr(ONCE[io.language])
        if (!noOpen) openBrowser(running.url)
        await Promise.race([untilStopped(io), running.idle])
      } finally {
        await running.stop()
      }
    } finally {
      await desk.close()
    }
    return 0
  },
})

const ONCE = {
  en: 'Open it within ten minutes; it opens once. Stop with Ctrl-C.\n',
  es: 'Ábrala antes de diez minutos; solo abre una vez. Se detiene con Ctrl-C.\n',
}

const ENTRIES = {
  used: {
    en: 'The address was opened a second time, and refused. If that was not you, stop this program.\n',
    es: 'La dirección se abrió por segunda vez y se rechazó. Si no fue usted, detenga este programa.\n',
  },
  expired: {
    en: 'The address was opened after ten minutes, and refused. Start again for a new one.\n',
    es: 'La dirección se abrió pasados diez minutos y se rechazó. Inicie de nuevo para obtener otra.\n',
  },
}

/** Some commands have a folder of their own. */
const isOut = (word: string): boolean => word.startsWith('--out=')

/** Commands that take the name of whoever decides. */
const DECIDES =
  /^(discrepancies (accept|claim|reopen|note)|(bank|receivables) (tie|untie|void|import)|claims letter|pack|close)\b/

type ToolsOfCommand = Omit<DeskTools, 'language' | 'zone' | 'root' | 'home' | 'isReadOnly' | 'formToken'>

/** How the commands of a desk are given what the desk was given. */
const surroundings = (given: CommandArguments, io: Io, merchant: string | null) => {
  const by = given.text('by')
  const job = () => {
    const { settings } = effectiveSettings(given, io, merchant === null ? {} : { merchant })
    const zone = zoneByName(settings.policy.timeZone)
    return { ...io, settings, zone, version: versionOfPackage(), progress: () => undefined, statusOf }
  }
  return {
    job,
    /** A command line with the settings of the desk. */
    whole: (words: readonly string[]): readonly string[] => [
      ...words,
      ...(by !== undefined && DECIDES.test(words.join(' ')) ? [`--by=${by}`] : []),
      ...settingsWords(given).filter((word) => !words.some(isOut) || !isOut(word)),
      ...(merchant === null ? [] : [`--merchant=${merchant}`]),
    ],
    question: () => ({
      ...{ ...job(), isWritten: false, asOf: null, databases: () => [] },
      pathAsTyped: (path: string) => fromHere(path, io.cwd),
    }),
  }
}

type Surroundings = ReturnType<typeof surroundings>

const readers = () => import('../../../jobs/read-pages.ts')

const askingOf = ({ job, question, whole }: Surroundings, io: Io): Asking => ({
  question: (words) => toldBy(whole(words), io),
  page: (words) => toldBy(whole(words), { ...io, isPage: true }),
  indexPages: async () => (await readers()).readIndexPages(job()),
  dayPage: async (date, names) => (await readers()).readDayPage(job(), date, names),
  settlementPage: async (slot, number, names) => (await readers()).readSettlementPage(job(), slot, number, names),
  monthPage: async (kind, month) => (await readers()).readMonthPage(job(), kind, month),
  inTransitPage: async () => {
    const facts = await IN_TRANSIT.read(question(), { at: undefined, stored: true })
    const { reportPage } = await import('../../print/html.tsx')
    return reportPage(inTransitReport(facts, question().zone), io.language)
  },
  closedThrough: async () => (await readers()).readClosedThrough(job()),
  history: async (slot) => {
    const { entries } = await SLOT_HISTORY.read(question(), slot)
    return entries.map((entry) => sayingsOf(entry, job().settings.language))
  },
  difference: async (slot, first, last) => {
    const { entries } = await SLOT_HISTORY.read(question(), slot)
    const between = betweenReadings(entries, first, last)
    return between === null ? [] : sayingsOf(between, job().settings.language, DIFFERENCES_MAX).details
  },
  cases: async (words) => {
    const { selectDiscrepancies } = await import('../../../jobs/list-discrepancies.ts')
    return selectDiscrepancies(question(), filterOf(await filterTyped(words, io)))
  },
})

/** The most lines of each kind on a page. */
const DIFFERENCES_MAX = 500

/** The desk asks and acts by commands: in this process one after the other, or in one of their own. */
const toolsOf = (given: CommandArguments, io: Io, merchant: string | null): ToolsOfCommand => {
  const round = surroundings(given, io, merchant)
  const { job, whole, question } = round
  const anew = askingOf(round, io)
  const inFolder = (...path: readonly string[]): string => join(job().settings.out, ...path)
  return {
    ...remembered(anew, () => stateOf(job().settings.db, io.now())),
    anew,
    command: (words, fence) => toldBy(whole(words), fence === undefined ? io : { ...io, fence }),
    start: (words) => startedBy(whole(words), io),
    typed: (words) => typed(`cuadre ${words.map(quoteForShell).join(' ')}`, startFor(merchant, io)),
    failure: (error) => {
      if (given.isOn('debug') && error instanceof Error) io.stderr(`${error.stack}\n`)
      const { exitCode, ...failure } = failureOf(error, [])
      return { exitCode, out: '', err: failureLine(failure, io.language) }
    },
    answers: async (slot, number, names) => (await readers()).readAnswers(job(), slot, number, names),
    letter: async (cases, slots) => (await readers()).readLetter(job(), cases, slots),
    sheet: async (words, cases) => {
      const selected = await DISCREPANCIES.read(question(), await filterTyped(words, io))
      return sheetOf(selected, cases, question(), io.language)
    },
    fileNamed: (name) => inFolder(DESK_FOLDER, `${name}-${fileTime(io.now())}.zip`),
    files: async () => (await readdir(inFolder(DESK_FOLDER)).catch(() => [])).toSorted(),
    file: (path) => readFile(inFolder(path)).catch(() => null),
    onNames: (what) => io.stderr(`${what}\n`),
  }
}

/** The sheet of these cases alone. */
const sheetOf = async (
  selected: SelectedDiscrepancies,
  cases: ReadonlySet<string>,
  context: QueryContext,
  language: Language,
): Promise<string> => {
  const [{ csvSheet }, { csvPieces }] = await Promise.all([
    import('../../print/csv.ts'),
    import('../../print/csv/csv.ts'),
  ])
  const whole = selected.whole.filter(({ discrepancy }) => cases.has(discrepancy.case))
  const { heads, rows } = csvSheet(discrepanciesReport({ ...selected, whole }, context), null, language)
  let sheet = ''
  for await (const { text } of csvPieces(heads, [rows], context.settings.csvProfile)) sheet += String(text)
  return sheet
}

/** `20260313T033000000Z`. */
const fileTime = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, '')

const MINUTE = 60_000

/** What changes when anything is written to the database, and with each minute. */
const stateOf = (db: string, now: number): string =>
  [db, `${db}-wal`]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats === undefined ? '' : `${stats.mtimeNs} ${stats.size}`))
    .concat(String(Math.floor(now / MINUTE)))
    .join(' ')

/** Remembers answers while the state is the same. */
const remembered = (asking: Asking, state: () => string): Asking => {
  let known = { of: '', answers: new Map<string, Promise<unknown>>() }
  const once = <A extends readonly unknown[], T>(name: string, ask: (...asked: A) => Promise<T>) => {
    return (...asked: A): Promise<T> => {
      const now = state()
      if (known.of !== now) known = { of: now, answers: new Map() }
      const key = JSON.stringify([name, asked])
      const { answers } = known
      const answer = answers.get(key) ?? ask(...asked)
      answers.set(key, answer)
      answer.catch(() => answers.delete(key))
      return answer as Promise<T>
    }
  }
  return Object.fromEntries(Object.entries(asking).map(([name, ask]) => [name, once(name, ask)])) as unknown as Asking
}

/** The filter that `discrepancies list` reads from these words. */
const filterTyped = async (words: readonly string[], io: Io) => {
  const { commandNamed } = await import('./commands.ts')
  const asked = await parse(words, await commandNamed('discrepancies list'), versionOfPackage(), io.language)
  if (asked.kind !== 'command') throw new Error('the words are not those of a list')
  return optionsTyped(DISCREPANCIES.options, asked.given)
}

/** How the same is typed of one merchant of several. */
const startFor = (merchant: string | null, { start = PLAIN_START }: Io): Start =>
  merchant === null ? start : { ...start, flags: { ...start.flags, merchant } }

const toldBy = async (words: readonly string[], io: Io): Promise<Told> => {
  const { cuadre } = await import('../framework/cuadre.ts')
  const [out, err]: [string[], string[]] = [[], []]
  const exitCode = await cuadre(words, {
    ...io,
    stdout: async (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    columns: 100,
    env: { ...io.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    // A signal ends the desk after the act: the act itself is done whole.
    signal: new AbortController().signal,
    screen: null,
    log: 'text',
  })
  return { exitCode, out: out.join(''), err: err.join('') }
}

/** The last of what a command printed: as much as a page shows. */
const SAID_MAX_CHARACTERS = 20_000

const startedBy = (words: readonly string[], { main, cwd, env }: Io): RunningCommand => {
  const child = spawn(process.execPath, [main ?? '', ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let exitCode: number | null = null
  const hear = (piece: Buffer): void => {
    said = `${said}${piece}`.slice(-SAID_MAX_CHARACTERS)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said += error.message
      exitCode = 1
      resolve()
    })
    child.once('close', (status) => {
      exitCode = status ?? 1
      resolve()
    })
  })
  return { said: () => said, exitCode: () => exitCode, ended }
}

/** A machine without a browser has the address on its terminal. */
const openBrowser = (url: string): void => {
  const [program, ...words] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  spawn(program ?? '', [...words, url], { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref()
}
