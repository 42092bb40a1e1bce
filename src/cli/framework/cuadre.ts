import { inspect } from 'node:util'
import { secretsAtHand } from '../../config/secrets/secrets.ts'
import { jsonText } from '../../publish/json.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { bindingFault } from '../../storage/connection/binding.ts'
import { dbBackup } from '../commands/database/db-backup.ts'
import { dbRestore } from '../commands/database/db-restore.ts'
import { dbVerify } from '../commands/database/db-verify.ts'
import { discrepanciesImport } from '../commands/discrepancies/discrepancies-import.ts'
import { discrepanciesList } from '../commands/discrepancies/discrepancies-list.ts'
import { discrepanciesNote } from '../commands/discrepancies/discrepancies-note.ts'
import { discrepanciesReopen } from '../commands/discrepancies/discrepancies-reopen.ts'
import { discrepanciesShow } from '../commands/discrepancies/discrepancies-show.ts'
import { discrepanciesWaive } from '../commands/discrepancies/discrepancies-waive.ts'
import { audit } from '../commands/evidence/audit.ts'
import { close } from '../commands/months/close.ts'
import { check } from '../commands/nightly/check.ts'
import { run } from '../commands/nightly/run.ts'
import { schedule } from '../commands/nightly/schedule.ts'
import { status } from '../commands/nightly/status.ts'
import { sweep } from '../commands/nightly/sweep.ts'
import { explain } from '../commands/questions/explain.ts'
import { exportCommand } from '../commands/questions/export.ts'
import { history } from '../commands/questions/history.ts'
import { inTransit } from '../commands/questions/in-transit.ts'
import { runsList } from '../commands/questions/runs-list.ts'
import { runsShow } from '../commands/questions/runs-show.ts'
import { invoiceCreate } from '../commands/service/invoice-create.ts'
import { invoiceGet } from '../commands/service/invoice-get.ts'
import { invoiceList } from '../commands/service/invoice-list.ts'
import { settlementGet } from '../commands/service/settlement-get.ts'
import { completionOf } from '../commands/setup/completion.ts'
import { config } from '../commands/setup/config.ts'
import { demo } from '../commands/setup/demo.ts'
import { doctor } from '../commands/setup/doctor.ts'
import { init } from '../commands/setup/init.ts'
import { merchantsList } from '../commands/setup/merchants-list.ts'
import { merchantsRename } from '../commands/setup/merchants-rename.ts'
import { sandbox } from '../commands/setup/sandbox.ts'
import { inbox } from '../commands/webhooks/inbox.ts'
import { webhooksList } from '../commands/webhooks/webhooks-list.ts'
import { webhooksReplay } from '../commands/webhooks/webhooks-replay.ts'
import { webhooksServe } from '../commands/webhooks/webhooks-serve.ts'
import { webhooksShow } from '../commands/webhooks/webhooks-show.ts'
import type { Command } from './command.ts'
import { type Failure, failureDocument, failureLine, failureOf, hideSecrets } from './failure.ts'
import { doCommand } from './in-turn.ts'
import { Interrupted, type Io } from './io.ts'
import { parse } from './parse.ts'
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
  if (isOn(words, 'debug')) io.stderr(`${hideSecrets(secrets, inspect(error, { colors: false }))}\n`)
  return failure
}

/** When the document itself cannot be printed, the exit status is all that is left to say it. */
const printed = async (failure: Failure, words: readonly string[], io: Io): Promise<void> => {
  const document = failureDocument(commandIn(words, COMMANDS), failure)
  await io.stdout(`${jsonText(document)}\n`).catch(() => {})
}
