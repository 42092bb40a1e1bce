import { inspect } from 'node:util'
import { secretsAtHand } from '../../config/secrets/secrets.ts'
import { jsonText } from '../../publish/json.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { bindingFault } from '../../storage/connection/binding.ts'
import { COMMANDS } from '../commands/commands.ts'
import { languageFor } from '../help/language-for.ts'
import { doCommand } from './do-command.ts'
import { type Failure, failureDocument, failureLine, failureOf, hideSecrets } from './failure.ts'
import { type HostIo, Interrupted, type Io } from './io.ts'
import { parse } from './parse.ts'
import { commandIn, isOn, textBehind } from './words.ts'

/** Reads the words typed in, does what they ask for, and gives the exit status. Nothing is ever thrown. */
export const cuadre = async (words: readonly string[], host: HostIo): Promise<number> => {
  const language = languageFor(commandIn(words, COMMANDS)?.name, textBehind(words, 'config'), host)
  const io = { ...host, language }
  try {
    const asked = await parse(words, COMMANDS, versionOfPackage(), io.language)
    if (asked.kind === 'command') {
      const tell = (error: unknown, turn: Io) => toldOn(turn, error, words)
      return await doCommand(asked.command, asked.given, io, tell)
    }
    await io.stdout(asked.text)
    return 0
  } catch (error) {
    // What an abort broke on its way is no trouble of its own.
    const isOwn = error instanceof Interrupted || !io.signal.aborted
    return await reportFailure(isOwn ? error : io.signal.reason, words, io)
  }
}

/** Tells a failure on standard error, and in a JSON document where one was asked for. */
const reportFailure = async (error: unknown, words: readonly string[], io: Io): Promise<number> => {
  const failure = toldOn(io, error, words)
  if (isOn(words, 'json')) await printFailureDocument(failure, words, io)
  return failure.exitCode
}

const toldOn = (io: Io, error: unknown, words: readonly string[]): Failure => {
  const secrets = secretsAtHand(io.env, io.cwd)
  const failure = failureOf(bindingFault(error) ?? error, secrets)
  io.stderr(failureLine(failure, io.language))
  if (isOn(words, 'debug')) io.stderr(`${hideSecrets(secrets, inspect(error, { colors: false }))}\n`)
  return failure
}

/** When the document itself cannot be printed, the exit status is all that is left to say it. */
const printFailureDocument = async (failure: Failure, words: readonly string[], io: Io): Promise<void> => {
  const document = failureDocument(commandIn(words, COMMANDS), failure)
  await io.stdout(`${jsonText(document)}\n`).catch(() => {})
}
