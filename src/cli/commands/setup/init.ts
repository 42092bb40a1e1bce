import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SetUp } from '../../../../jobs/init.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { diagnosisDocument, healthOf } from '../../../../reports/documents/diagnosis.ts'
import type { FirstAnswers } from '../../../config/first-config.ts'
import { jsonText } from '../../../publish/json.ts'
import { folderOfPackage, versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, type Given, usageError } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { diagnosisLines } from './diagnosis-text.ts'
import { INIT_FLAGS, type Proposed, placeInWords, proposedBy } from './init-answers.ts'

export const init: Command = {
  name: 'init',
  group: 'set-up',
  exits: [],
  describe: 'First set-up: write the settings file and the file for the key, then check everything a run needs',
  manual: [
    [
      '[--yes [--force] --base-url URL] [--env-file FILE | --key-variable NAME | --key-file FILE] [--out DIR] [--csv-profile P] [--time-zone Z] [--json]',
      'First set-up: asks, or takes flags with `--yes`; writes the settings file and an env file for the key, then checks everything a run needs and names the next command. It replaces a settings file only when asked to, and an env file never.',
    ],
  ],
  examples: [
    ['cuadre init', 'asks what it needs, proposes the rest'],
    ['cuadre init --yes --base-url https://.../v1', 'asks nothing: the key goes into ./cuadre.env'],
    ['cuadre init --yes --base-url https://.../v1 --key-file /run/secrets/cuadre', 'the key is a mounted secret'],
  ],
  flags: {
    yes: { kind: 'switch', describe: 'Ask nothing: what no flag sets takes its default' },
    force: { kind: 'switch', describe: 'With --yes: replace a settings file that is there already' },
    ...INIT_FLAGS,
    ...JSON_FLAG,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const proposed = proposedBy(given, io)
    const asked = given.isOn('yes') ? unasked(proposed, given, io) : await ask(proposed, given, io)
    if (asked === null) {
      io.stderr('cuadre: nothing was written\n')
      return 0
    }
    const { setUp } = await import('../../../../jobs/init.ts')
    const { configFile } = proposed
    const flags = { config: configFile }
    const context = { ...io, sources: { flags, env: io.env, cwd: io.cwd }, version: versionOfPackage() }
    const schema = join(folderOfPackage(), 'dist/cuadre.config.schema.json')
    const done = await setUp({ ...asked, configFile, schema }, context)
    const next = nextOf(done, asked.answers, configFile, io)
    await io.stdout(given.isOn('json') ? documentOf(done, next) : textOf(done, next, io))
    return 0
  },
}

type Asked = { readonly answers: FirstAnswers; readonly apiKey: string }

const unasked = ({ baseUrl, configFile, ...rest }: Proposed, given: Given, { cwd }: Io): Asked => {
  if (baseUrl === null) throw usageError('--yes needs --base-url', 'give the address of the service, with /v1')
  if (existsSync(configFile) && !given.isOn('force')) {
    const next = 'add --force to replace it, or name another with --config'
    throw usageError(`${fromHere(configFile, cwd)} is there already`, next)
  }
  return { answers: { ...rest, baseUrl }, apiKey: '' }
}

const ask = async (proposed: Proposed, given: Given, { keyboard, screen, signal, cwd }: Io): Promise<Asked | null> => {
  if (given.isOn('force'))
    throw usageError('--force needs --yes', 'without --yes you are asked before anything is replaced')
  if (!keyboard || screen === null) {
    const next = 'answer by flags: cuadre init --yes --base-url https://.../v1'
    throw usageError('init asks its questions at a terminal, and here is none', next)
  }
  const { askFor } = await import('./ask-for.ts')
  return askFor(proposed, { input: keyboard(), output: screen, signal, cwd })
}

/** What comes after: the first thing that is missing, or the first run. */
const nextOf = ({ findings }: SetUp, { key }: FirstAnswers, configFile: string, { cwd }: Io): readonly string[] => {
  const config = configFile === join(cwd, 'cuadre.config.json') ? '' : ` --config ${fromHere(configFile, cwd)}`
  // A key that is there and rejected is status 4.
  const isKeyMissing = findings.some(({ check, exitCode }) => check === 'key' && exitCode === 2)
  if (isKeyMissing) return [`put the key into ${placeInWords(key)}`, `cuadre doctor${config}`, `cuadre run${config}`]
  if (healthOf(findings) === 'failed')
    return [`mend what failed above`, `cuadre doctor${config}`, `cuadre run${config}`]
  return [`cuadre run${config}`]
}

const documentOf = ({ written, kept, findings }: SetUp, next: readonly string[]): string =>
  `${jsonText(answerDocument('init', 0, { written, kept, next, ...diagnosisDocument(findings) }))}\n`

const textOf = ({ written, kept, findings }: SetUp, next: readonly string[], { cwd }: Io): string => {
  const files = [
    ...written.map((path) => `written  ${fromHere(path, cwd)}`),
    ...(kept === null ? [] : [`kept     ${fromHere(kept, cwd)}, which was there already`]),
  ]
  const steps = next.map((step, at) => (next.length === 1 ? `Next: ${step}` : `Next ${at + 1}: ${step}`))
  return `${[...files, '', ...diagnosisLines(findings), '', ...steps].join('\n')}\n`
}
