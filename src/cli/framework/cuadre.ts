import { inspect } from 'node:util'
import { secretsAtHand } from '../../config/secrets/secrets.ts'
import { languageMeant } from '../../config/settings.ts'
import type { Language } from '../../i18n/language.ts'
import { jsonText } from '../../publish/json.ts'
import { hideSecrets } from '../../std/hide-secrets.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { bindingFault } from '../../storage/connection/binding.ts'
import { COMMANDS } from '../commands/commands.ts'
import { languageFor } from '../help/language-for.ts'
import { doCommand } from './do-command.ts'
import { type Failure, failureDocument, failureLine, failureOf } from './failure.ts'
import { type HostIo, Interrupted, type Io } from './io.ts'
import { parse } from './parse.ts'
import { startOf, typableFor } from './start-of.ts'
import { commandIn, isOn, textBehind } from './words.ts'

/** Parses the words, executes the command, and returns the exit status. It never throws. */
export const cuadre = async (words: readonly string[], host: HostIo): Promise<number> => {
  const io = { ...host, language: languageOf(words, host), typable: typableFor(COMMANDS) }
  try {
    const asked = await parse(words, COMMANDS, versionOfPackage(), io.language)
    if (asked.kind === 'command') {
      const report = (error: unknown, ioOfMerchant: Io) => reportFailure(ioOfMerchant, error, words)
      return await doCommand(asked.command, asked.given, io, report)
    }
    await io.stdout(asked.text)
    return 0
  } catch (error) {
    // After an abort, an error of the aborted work itself is not reported.
    const isOwn = error instanceof Interrupted || !io.signal.aborted
    return await endWithFailure(isOwn ? error : io.signal.reason, words, io)
  }
}

/** The language of the merchant meant; of the whole file when none is meant, or the settings are in error. */
const languageOf = (words: readonly string[], host: HostIo): Language => {
  const [config, merchant] = [textBehind(words, 'config'), textBehind(words, 'merchant')]
  return (
    languageMeant({ ...host, flags: { config, merchant } }) ??
    languageFor(commandIn(words, COMMANDS)?.name, config, host)
  )
}

/** Reports an error on standard error, and in a JSON document where one was asked for. */
const endWithFailure = async (error: unknown, words: readonly string[], io: Io): Promise<number> => {
  const failure = reportFailure(io, error, words)
  if (isOn(words, 'json') || textBehind(words, 'format') === 'json') await printFailureDocument(failure, words, io)
  return failure.exitCode
}

const reportFailure = (io: Io, error: unknown, words: readonly string[]): Failure => {
  const secrets = secretsAtHand(io.env, io.cwd)
  const failure = failureOf(bindingFault(error) ?? error, secrets)
  const start = io.start ?? startOf({ text: (flag) => textBehind(words, flag) }, io, commandIn(words, COMMANDS))
  const line = failureLine(failure, io.language)
  io.stderr(io.typable?.(line, start) ?? line)
  if (isOn(words, 'debug')) io.stderr(`${hideSecrets(secrets, inspect(error, { colors: false }))}\n`)
  return failure
}

/** If even the document cannot be printed, the exit status is the only report. */
const printFailureDocument = async (failure: Failure, words: readonly string[], io: Io): Promise<void> => {
  const document = failureDocument(commandIn(words, COMMANDS), failure)
  await io.stdout(`${jsonText(document)}\n`).catch(() => {})
}
