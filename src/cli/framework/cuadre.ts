import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { answerDocument } from '../../../reports/documents/answer-document.ts'
import {
  exitCodeOfResults,
  type MerchantResult,
  type MerchantsFiles,
  merchantsDocument,
  NO_MERCHANTS_FILES,
} from '../../../reports/documents/merchants-document.ts'
import { secretsAtHand } from '../../input/secrets/secrets.ts'
import { databasesOf, languageMeant, loadSharedSettings, merchantsOf } from '../../input/settings.ts'
import type { Sources } from '../../input/sources/sources.ts'
import { jsonText } from '../../print/json.ts'
import type { Both } from '../../std/both.ts'
import { hasCode } from '../../std/errors.ts'
import { exitStatusOf } from '../../std/exit-statuses.ts'
import { realPathOf } from '../../std/files/real-path.ts'
import { groupBy } from '../../std/group-by.ts'
import { hideSecrets } from '../../std/hide-secrets.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import { sideBySide } from '../../std/side-by-side.ts'
import type { Start } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { bindingFault } from '../../store/connection/binding.ts'
import type { Language } from '../../words/language.ts'
import { type CommandOutline, commandNamed, commandOutlines } from '../commands/commands.ts'
import { languageFor } from '../help/language-for.ts'
import { programOf, typableHelp } from '../help/program-of.ts'
import { printJson } from '../terminal/print-json.ts'
import { printReport } from '../terminal/print-report.ts'
import {
  type Command,
  type CommandAnswer,
  type CommandArguments,
  SETTINGS,
  sourcesOf,
  typedAs,
  usageError,
} from './command.ts'
import { byClock } from './effective-settings.ts'
import { type Failure, failureDocument, failureLine, failureOf } from './failure.ts'
import { type HostIo, Interrupted, type Io, type Typable } from './io.ts'
import { parse } from './parse.ts'
import { isInShard, shardIn } from './shard.ts'
import { commandIn, isOn, textBehind } from './words.ts'

/** How this command was started, so that the commands it proposes can be typed as they stand. */
const startOf = (
  { text }: Pick<CommandArguments, 'text'>,
  io: Pick<Io, 'env' | 'cwd' | 'main'>,
  command: Pick<Command, 'name' | 'flags'> | null,
): Start => {
  // The settings file that `init` makes holds what it was given, so what follows needs no flags. A flag of the same name
  // may be the command's own: `--out` of an evidence pack.
  const carried = command === null || command.name === 'init' ? {} : command.flags
  const flags = Object.keys(SETTINGS).filter((flag) => carried[flag] === SETTINGS[flag])
  return { program: programOf(io), flags: Object.fromEntries(flags.map((flag) => [flag, text(flag)])) }
}

/**
 * Makes the commands of a text such that they can be typed as they stand. The flags of the settings follow the name of each command that
 * knows them and does not have them yet.
 */
export const typableFor = (commands: readonly CommandOutline[]): Typable => {
  const pattern = commandInText(commands.map(typedAs))
  const typable: Typable = (text, start) =>
    text.replaceAll(pattern, (_whole, space: string, name: string, rest: string) => {
      const known = commands.find((command) => typedAs(command) === name.replaceAll(/\s+/g, ' '))?.flags ?? {}
      // It makes a settings file, and refuses one that is there.
      if (name === 'init') return `${start.program}${space}${name}${typable(rest, start)}`
      const isWithoutSettings = Object.keys(known).some(
        (flag) => known[flag]?.isWithoutSettings && rest.includes(`--${flag} `),
      )
      const missing = Object.entries(isWithoutSettings ? {} : start.flags).flatMap(([flag, value]) =>
        value === undefined || !Object.hasOwn(known, flag) || rest.includes(`--${flag} `) || isNamed(flag, name)
          ? []
          : [` --${flag} ${quoteForShell(value)}`],
      )
      return `${start.program}${space}${name}${missing.join('')}${typable(rest, start)}`
    })
  return typable
}

/** A merchant that the settings do not know is what the commands of this group are about: they name it themselves. */
const isNamed = (flag: string, name: string): boolean => flag === 'merchant' && name.startsWith('merchants')

/** A command in a text, through its name or that of its group, and what follows up to the end of its quotes or its sentence. */
const commandInText = (names: readonly string[]): RegExp => {
  const known = [
    ...new Set(['help', '--help', ...names.flatMap((name) => [name, name.split(' ')[0] ?? name])]),
  ].toSorted((a, b) => b.length - a.length)
  const name = known.map((one) => one.replaceAll(' ', '\\s+')).join('|')
  return new RegExp(`(?<![\\w/.-])(?<!npx )cuadre(\\s+)(${name})(?![\\w-])([^"»\`;]*)`, 'g')
}

/** Commands whose text is for other programs. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['completion', 'config', 'schedule'])

/** The same interface, on which every proposed command can be typed as it stands. What is for programs stays as it is. */
const proposing = (io: Io, start: Start, { name, printsData }: Command, given: CommandArguments): Io => {
  const { typable = (text) => text } = io
  const isForProgram = FOR_PROGRAMS.has(name) || given.isOn('json') || printsData?.(given) === true
  return {
    ...io,
    start,
    stdout: isForProgram ? io.stdout : (text) => io.stdout(typable(text, start)),
    stderr: (text) => io.stderr(typable(text, start)),
  }
}

/** Reports an error on standard error, and returns the reported failure. */
type ReportFailure = (error: unknown, io: Io) => Failure

/**
 * Executes a command once, or once for each merchant when the settings file names several and the command line none. Merchants with
 * databases of their own run side by side; those of one database run in turn. An error of one merchant does not stop the others; the exit
 * status is the gravest of all. With one merchant nothing differs.
 */
const doCommand = async (
  command: Command,
  given: CommandArguments,
  host: Io,
  report: ReportFailure,
): Promise<number> => {
  const io: Io = { ...host, cache: {} }
  const shard = shardIn(given)
  const all = shard === null ? merchantsAsked(command, given, io) : merchantsOfAllParts(sourcesOf(given, io))
  if (shard === null && all.length < 2) return executeCommand(command, given, io)
  const merchants = shard === null ? all : all.filter((merchant) => isInShard(merchant, shard))
  const results = await resultsOf(merchants, command, given, io, report)
  const isRefused = results.length > 0 && results.every(({ exitCode }) => exitCode === exitStatusOf('command'))
  const above =
    command.writesReports?.(given) && !isRefused ? await merchantsFiles(all, given, io, report) : NO_MERCHANTS_FILES
  await io.stdout(
    given.isOn('json')
      ? `${jsonText(merchantsDocument(command.name, results, above, command.writesReports !== undefined))}\n`
      : [
          ...(results.length === 0 ? [`${NOBODY[io.language]}\n`] : []),
          ...results.map((result) => section(result, io.language)),
          ...above.files.map((file) => `${ALL_MERCHANTS[io.language]}: ${file}\n`),
        ].join('\n'),
  )
  return exitCodeOfResults(above.failure === null ? results : [...results, above.failure])
}

/** Commands that wait for time to pass, name a file by it, or make the settings anew: no clock stands still for them. */
const NEEDS_TIME: ReadonlySet<string> = new Set(['db backup', 'init', 'schedule', 'webhooks serve', 'worker'])

/** A bug caused by a damaged database is reported as damage. */
const executeCommand = async (command: Command, given: CommandArguments, io: Io): Promise<number> => {
  try {
    const timed = NEEDS_TIME.has(command.name) ? io : byClock(given, io)
    const own = proposing(timed, startOf(given, io, command), command, given)
    const answer = await command.execute(given, own)
    return typeof answer === 'number' ? answer : await print(answer, command, given.isOn('json'), own)
  } catch (error) {
    const { damageBehind } = await import('../commands/database.ts')
    throw await damageBehind(error, given, io)
  }
}

const print = async (
  { document, text, error = null, exitCode = error?.exitCode ?? 0 }: CommandAnswer,
  { name }: Command,
  isJson: boolean,
  io: Io,
): Promise<number> => {
  if (error !== null) io.stderr(failureLine(error, io.language))
  if (isJson) await printJson(answerDocument(name, exitCode, document(), error), io)
  else {
    const said = await text()
    if (typeof said === 'object' && 'sections' in said) await printReport(said, io)
    else await io.stdout(typeof said === 'string' ? said : `${said.join('\n')}\n`)
  }
  return exitCode
}

/** Writes the files over all merchants. An error there does not undo the merchants' own work. */
const merchantsFiles = async (
  merchants: readonly string[],
  given: CommandArguments,
  io: Io,
  report: ReportFailure,
): Promise<MerchantsFiles> => {
  try {
    const { writeMerchantsFiles } = await import('./write-merchants-files.ts')
    return { files: await writeMerchantsFiles(merchants, given, io), failure: null }
  } catch (error) {
    if (io.signal.aborted) throw error
    return { files: [], failure: report(error, io) }
  }
}

/** The merchants that the machines share among themselves. With a merchant chosen, all machines but one would do nothing. */
const merchantsOfAllParts = (sources: Sources): readonly string[] => {
  const merchants = merchantsOf(sources) ?? []
  if (merchants.length > 0 && !isOneChosen(merchants, sources)) return merchants
  throw usageError(
    { en: '--shard is about several merchants', es: '--shard es para varios comercios' },
    merchants.length > 0
      ? {
          en: 'leave out --shard where you choose a merchant or its database',
          es: 'omita --shard donde elige un comercio o su base de datos',
        }
      : {
          en: 'list them under "merchants" in the settings file',
          es: 'indíquelos en "merchants" del archivo de parámetros',
        },
  )
}

const isOneChosen = (merchants: readonly string[], sources: Sources): boolean => {
  const { merchant, db, ...others } = sources.flags
  if (merchant !== undefined || merchants.length < loadSharedSettings(sources).settings.merchants.length) return true
  const owned = [...databasesOf({ ...sources, flags: others }).values()]
  return db !== undefined && owned.filter((path) => path === realPathOf(resolve(sources.cwd, db))).length === 1
}

/** Errors of the settings file are left to the command, which first reports errors of its words. */
const merchantsAsked = (
  { eachMerchant, eachDatabase }: Command,
  given: CommandArguments,
  io: Io,
): readonly string[] => {
  const sources = sourcesOf(given, io)
  const isFor = (each: Command['eachMerchant']): boolean => (typeof each === 'function' ? each(given) : each === true)
  try {
    if (isFor(eachMerchant)) return merchantsOf(sources) ?? []
    return isFor(eachDatabase) ? oneOfEachDatabase(merchantsOf(sources) ?? [], databasesOf(sources)) : []
  } catch {
    return []
  }
}

/** The first merchant of each database. */
const oneOfEachDatabase = (merchants: readonly string[], databases: ReadonlyMap<string, string>): readonly string[] =>
  [...groupBy(merchants, (name) => databases.get(name)).values()].flatMap(([first]) => first ?? [])

type MerchantResultWithText = MerchantResult & { readonly text: string }

/** The results of the command for each merchant, in their order. */
const resultsOf = async (
  merchants: readonly string[],
  command: Command,
  given: CommandArguments,
  io: Io,
  report: ReportFailure,
): Promise<readonly MerchantResultWithText[]> => {
  const sources = sourcesOf(given, io)
  const databases = databasesOf(sources)
  const lanes = [...groupBy(merchants, (merchant) => databases.get(merchant) ?? '').values()]
  const width = lanes.length < 2 ? 1 : atOnceIn(sources)
  const results = new Map<string, MerchantResultWithText>()
  await sideBySide(lanes, width, async (lane) => {
    for (const merchant of lane)
      results.set(
        merchant,
        await resultOf(merchant, command, given, width === 1 ? io : amongOthers(merchant, io), report),
      )
  })
  return merchants.flatMap((merchant) => results.get(merchant) ?? [])
}

/** Among several merchants there are no progress bars, which would overwrite each other, and each log line names its merchant. */
const amongOthers = (merchant: string, io: Io): Io => ({ ...io, screen: null, currentMerchant: merchant })

/** Errors of the settings are reported when each merchant is processed. */
const atOnceIn = (sources: Sources): number => {
  try {
    return loadSharedSettings(sources).settings.merchantsAtOnce
  } catch {
    return 1
  }
}

/** Executes the command as if only this merchant had been asked for. A usage error or a signal ends it for all merchants. */
const resultOf = async (
  merchant: string,
  command: Command,
  given: CommandArguments,
  io: Io,
  report: ReportFailure,
): Promise<MerchantResultWithText> => {
  let text = ''
  const asked = { ...given, text: (flag: string) => (flag === 'merchant' ? merchant : given.text(flag)) }
  const language = languageMeant(sourcesOf(asked, io)) ?? io.language
  const own: Io = {
    ...io,
    language,
    stdout: async (more) => {
      text += more
    },
    stderr: (line) =>
      io.stderr(line.replace(/^cuadre: ([A-Z_]+): /, `cuadre: $1: ${MERCHANT[language]} ${merchant}: `)),
  }
  try {
    const exitCode = await executeCommand(command, asked, own)
    return { merchant, exitCode, text, document: given.isOn('json') ? JSON.parse(text) : {} }
  } catch (error) {
    if (hasCode(error, 'USAGE') || io.signal.aborted) throw error
    const failure = report(error, own)
    const { exitCode } = failure
    return {
      merchant,
      exitCode,
      text: `${FAILED[language]}\n`,
      document: JSON.parse(jsonText(failureDocument(command, failure))),
    }
  }
}

const FAILED: Both<string> = {
  en: 'The job failed for this merchant; standard error says why. It stopped no other merchant.',
  es: 'El trabajo falló para este comercio; la salida de errores dice por qué. No detuvo a ningún otro.',
}
const ALL_MERCHANTS: Both<string> = { en: 'All merchants', es: 'Todos los comercios' }
const NOBODY: Both<string> = { en: 'No merchant is in this part.', es: 'Ningún comercio está en esta parte.' }
const MERCHANT: Both<string> = { en: 'merchant', es: 'comercio' }

const section = (
  { merchant, text }: { readonly merchant: string; readonly text: string },
  language: Language,
): string => {
  const title = `${MERCHANT[language]} ${merchant}`
  return `${title}\n${'='.repeat(title.length)}\n${text}`
}

/** The words that were typed, and the command that they name once it is loaded. */
interface Typed {
  readonly words: readonly string[]
  readonly command: Command | null
}

/** Finds and executes the command that the words name, and returns the exit status. It never throws. */
export const cuadre = async (typed: readonly string[], host: HostIo): Promise<number> => {
  const known = await commandOutlines()
  const { command: named, words } = commandIn(typed, known) ?? { command: undefined, words: typed }
  const io = { ...host, language: languageOf(words, named?.name, host), typable: typableFor(known) }
  const found = named === undefined ? Promise.resolve(null) : commandNamed(named.name)
  return found.then(
    (command) => obey({ words, command }, io),
    (error) => endWithFailure(error, { words, command: null }, io),
  )
}

const obey = async (typed: Typed, io: Io): Promise<number> => {
  try {
    const asked = await parse(typed.words, typed.command, versionOfPackage(), io.language)
    if (asked.kind === 'command') {
      const report = (error: unknown, ioOfMerchant: Io) => reportFailure(ioOfMerchant, error, typed)
      return await doCommand(asked.command, asked.given, io, report)
    }
    const text = typableHelp(asked.text, programOf(io))
    if (typed.words.length > 0) await io.stdout(text)
    else io.stderr(text)
    return typed.words.length > 0 ? 0 : exitStatusOf('command')
  } catch (error) {
    // After an abort, an error of the aborted work itself is not reported.
    const isOwn = error instanceof Interrupted || !io.signal.aborted
    return await endWithFailure(isOwn ? error : io.signal.reason, typed, io)
  }
}

/** The language of the merchant meant; of the whole file when none is meant, or the settings are in error. */
const languageOf = (words: readonly string[], command: string | undefined, host: HostIo): Language => {
  const [config, merchant] = [textBehind(words, 'config'), textBehind(words, 'merchant')]
  return languageMeant({ ...host, flags: { config, merchant } }) ?? languageFor(command, config, host)
}

/** Reports an error on standard error, and in a JSON document where one was asked for. */
const endWithFailure = async (error: unknown, typed: Typed, io: Io): Promise<number> => {
  const failure = reportFailure(io, error, typed)
  const { words, command } = typed
  if (isOn(words, 'json') || textBehind(words, 'format') === 'json') await printFailureDocument(failure, command, io)
  return failure.exitCode
}

const reportFailure = (io: Io, error: unknown, { words, command }: Typed): Failure => {
  const secrets = secretsAtHand(io.env, io.cwd)
  const failure = failureOf(bindingFault(error) ?? error, secrets)
  const start = io.start ?? startOf({ text: (flag) => textBehind(words, flag) }, io, command)
  const line = failureLine(failure, io.language)
  io.stderr(io.typable?.(line, start) ?? line)
  if (isOn(words, 'debug')) io.stderr(`${hideSecrets(secrets, inspect(error, { colors: false }))}\n`)
  return failure
}

/** If even the document cannot be printed, the exit status is the only report. */
const printFailureDocument = async (failure: Failure, command: Command | null, io: Io): Promise<void> => {
  const document = failureDocument(command, failure)
  await io.stdout(`${jsonText(document)}\n`).catch(() => {})
}
