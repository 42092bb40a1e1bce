import { type AboveAll, exitCodeOfTurns, type Turn, turnsDocument } from '../../../reports/documents/turns-document.ts'
import { merchantsOf } from '../../config/settings.ts'
import { jsonText } from '../../publish/json.ts'
import { hasCode } from '../../std/errors.ts'
import { type Command, type Given, settingsFlags } from './command.ts'
import { type Failure, failureDocument } from './failure.ts'
import type { Io } from './io.ts'

/** Tells a failure on standard error, and says what it is. */
export type TellFailure = (error: unknown, io: Io) => Failure

/**
 * Does a command; one that can be about each merchant, for each in turn when the settings file names several and the command line
 * none. What fails for one does not stop the others, and the exit status is the gravest. For one merchant nothing is different.
 */
export const doCommand = async (command: Command, given: Given, io: Io, tell: TellFailure): Promise<number> => {
  const { eachMerchant } = command
  const isForEach = typeof eachMerchant === 'function' ? eachMerchant(given) : eachMerchant === true
  const merchants = isForEach ? merchantsAsked(given, io) : []
  if (merchants.length < 2) return command.execute(given, io)
  const turns: (Turn & { readonly text: string })[] = []
  for (const merchant of merchants) turns.push(await turnOf(merchant, command, given, io, tell))
  const page = command.writesReports?.(given) ? await pageOfAll(merchants, given, io, tell) : NO_PAGE
  await io.stdout(
    given.isOn('json')
      ? `${jsonText(turnsDocument(command.name, turns, page))}\n`
      : [...turns.map(section), ...page.files.map((file) => `All merchants: ${file}\n`)].join('\n'),
  )
  return exitCodeOfTurns(page.failure === null ? turns : [...turns, page.failure])
}

const NO_PAGE: AboveAll = { files: [], failure: null }

/** The page above those of all merchants. Where it cannot be written the work of the merchants stands all the same. */
const pageOfAll = async (merchants: readonly string[], given: Given, io: Io, tell: TellFailure): Promise<AboveAll> => {
  try {
    const { writePageOfAll } = await import('./write-page-of-all.ts')
    const file = await writePageOfAll(merchants, given, io)
    return { files: file === null ? [] : [file], failure: null }
  } catch (error) {
    if (io.signal.aborted) throw error
    return { files: [], failure: tell(error, io) }
  }
}

/** What is wrong with the settings file is for the command itself to tell, after what is wrong with its words. */
const merchantsAsked = (given: Given, { env, cwd }: Io): readonly string[] => {
  try {
    return merchantsOf({ flags: settingsFlags(given), env, cwd }) ?? []
  } catch {
    return []
  }
}

/** The command as if only this merchant had been asked for. Words that make no sense, and a signal, end it for all. */
const turnOf = async (
  merchant: string,
  command: Command,
  given: Given,
  io: Io,
  tell: TellFailure,
): Promise<Turn & { readonly text: string }> => {
  let text = ''
  const own: Io = {
    ...io,
    stdout: async (more) => {
      text += more
    },
    stderr: (line) => io.stderr(line.replace(/^cuadre: ([A-Z_]+): /, `cuadre: $1: merchant ${merchant}: `)),
  }
  try {
    const asked = { ...given, text: (flag: string) => (flag === 'merchant' ? merchant : given.text(flag)) }
    const exitCode = await command.execute(asked, own)
    return { merchant, exitCode, text, document: given.isOn('json') ? JSON.parse(text) : {} }
  } catch (error) {
    if (hasCode(error, 'USAGE') || io.signal.aborted) throw error
    const failure = tell(error, own)
    const { exitCode } = failure
    return { merchant, exitCode, text: FAILED, document: JSON.parse(jsonText(failureDocument(command, failure))) }
  }
}

const FAILED = 'The job failed for this merchant; standard error says why. The others went on.\n'

const section = ({ merchant, text }: { readonly merchant: string; readonly text: string }): string =>
  `merchant ${merchant}\n${'='.repeat(`merchant ${merchant}`.length)}\n${text}`
