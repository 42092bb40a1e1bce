import { inspect } from 'node:util'
import { jsonText } from '../publish/json.ts'
import { secretsAtHand } from '../settings/secrets.ts'
import { bindingFault } from '../store/binding.ts'
import { audit } from './audit.ts'
import { check } from './check.ts'
import { close } from './close.ts'
import type { Command } from './command.ts'
import { completionOf } from './completion.ts'
import { config } from './config.ts'
import { dbBackup } from './db-backup.ts'
import { dbRestore } from './db-restore.ts'
import { dbVerify } from './db-verify.ts'
import { demo } from './demo.ts'
import { discrepanciesImport } from './discrepancies-import.ts'
import { discrepanciesList } from './discrepancies-list.ts'
import { discrepanciesNote } from './discrepancies-note.ts'
import { discrepanciesReopen } from './discrepancies-reopen.ts'
import { discrepanciesShow } from './discrepancies-show.ts'
import { discrepanciesWaive } from './discrepancies-waive.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { exportCommand } from './export.ts'
import { type Failure, failureDocument, failureLine, failureOf, without } from './failure.ts'
import { history } from './history.ts'
import { inTransit } from './in-transit.ts'
import { doCommand } from './in-turn.ts'
import { inbox } from './inbox.ts'
import { init } from './init.ts'
import { invoiceCreate } from './invoice-create.ts'
import { invoiceGet } from './invoice-get.ts'
import { invoiceList } from './invoice-list.ts'
import { Interrupted, type Io } from './io.ts'
import { merchantsList } from './merchants-list.ts'
import { merchantsRename } from './merchants-rename.ts'
import { parse } from './parse.ts'
import { run } from './run.ts'
import { runsList } from './runs-list.ts'
import { runsShow } from './runs-show.ts'
import { sandbox } from './sandbox.ts'
import { schedule } from './schedule.ts'
import { settlementGet } from './settlement-get.ts'
import { status } from './status.ts'
import { sweep } from './sweep.ts'
import { versionOfPackage } from './version.ts'
import { webhooksList } from './webhooks-list.ts'
import { webhooksReplay } from './webhooks-replay.ts'
import { webhooksServe } from './webhooks-serve.ts'
import { webhooksShow } from './webhooks-show.ts'
import { commandIn, isOn } from './words.ts'

export const COMMANDS: readonly Command[] = [
  run,
  check,
  explain,
  exportCommand,
  history,
  audit,
  status,
  discrepanciesList,
  discrepanciesShow,
  discrepanciesWaive,
  discrepanciesReopen,
  discrepanciesNote,
  discrepanciesImport,
  close,
  sweep,
  inTransit,
  demo,
  schedule,
  sandbox,
  webhooksServe,
  webhooksList,
  webhooksShow,
  webhooksReplay,
  inbox,
  invoiceCreate,
  invoiceGet,
  invoiceList,
  settlementGet,
  init,
  doctor,
  config,
  runsList,
  runsShow,
  merchantsList,
  merchantsRename,
  dbBackup,
  dbVerify,
  dbRestore,
  ...completionOf(() => COMMANDS),
]

/** Reads the words typed in, does what they ask for, and gives the exit status. Nothing is ever thrown. */
export const cuadre = async (words: readonly string[], io: Io): Promise<number> => {
  try {
    const asked = await parse(words, COMMANDS, versionOfPackage())
    if (asked.kind === 'command') {
      const tell = (error: unknown, turn: Io) => toldOn(turn, error, words)
      return await doCommand(asked.command, asked.given, io, tell)
    }
    await io.stdout(asked.text)
    return 0
  } catch (error) {
    // What an abort broke on its way is no trouble of its own.
    const isOwn = error instanceof Interrupted || !io.signal.aborted
    return await told(isOwn ? error : io.signal.reason, words, io)
  }
}

/** Tells a failure on standard error, and in a JSON document where one was asked for. */
const told = async (error: unknown, words: readonly string[], io: Io): Promise<number> => {
  const failure = toldOn(io, error, words)
  if (isOn(words, 'json')) await printed(failure, words, io)
  return failure.exitCode
}

const toldOn = (io: Io, error: unknown, words: readonly string[]): Failure => {
  const secrets = secretsAtHand(io.env, io.cwd)
  const failure = failureOf(bindingFault(error) ?? error, secrets)
  io.stderr(failureLine(failure))
  if (isOn(words, 'debug')) io.stderr(`${without(secrets, inspect(error, { colors: false }))}\n`)
  return failure
}

/** When the document itself cannot be printed, the exit status is all that is left to say it. */
const printed = async (failure: Failure, words: readonly string[], io: Io): Promise<void> => {
  const document = failureDocument(commandIn(words, COMMANDS), failure)
  await io.stdout(`${jsonText(document)}\n`).catch(() => {})
}
