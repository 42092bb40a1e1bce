import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SetUp } from '../../../../jobs/init.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { diagnosisDocument, healthOf } from '../../../../reports/documents/diagnosis.ts'
import type { FirstAnswers } from '../../../config/first-config.ts'
import { jsonText } from '../../../publish/json.ts'
import { type Both, inBoth } from '../../../std/both.ts'
import { folderOfPackage, versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, type CommandArguments, DEBUG, usageError } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { diagnosisLines } from './diagnosis-text.ts'
import { INIT_FLAGS, type ProposedAnswers, placeInWords, proposedBy } from './init-answers.ts'

export const init: Command = {
  name: 'init',
  group: 'set-up',
  exits: [],
  describe: {
    en: 'First set-up: write the settings file and the file for the key, then check everything a run needs',
    es: 'Primera instalación: escribe el archivo de parámetros y el de la clave, y revisa todo lo que necesita una ejecución',
  },
  manual: [
    [
      '[--yes [--force] --base-url URL] [--env-file FILE | --key-variable NAME | --key-file FILE] [--out DIR] [--csv-profile P] [--language en|es] [--time-zone Z] [--json]',
      'First set-up: asks, or takes flags with `--yes`; writes the settings file and an env file for the key, then checks everything a run needs and names the next command. It replaces a settings file only when asked to, and an env file never.',
    ],
  ],
  examples: [
    ['cuadre init', { en: 'asks what it needs, proposes the rest', es: 'pregunta lo que necesita y propone lo demás' }],
    [
      'cuadre init --yes --base-url https://.../v1',
      { en: 'asks nothing: the key goes into ./cuadre.env', es: 'no pregunta nada: la clave va en ./cuadre.env' },
    ],
    [
      'cuadre init --yes --base-url https://.../v1 --key-file /run/secrets/cuadre',
      { en: 'the key is a mounted secret', es: 'la clave es un secreto montado' },
    ],
  ],
  flags: {
    yes: {
      kind: 'switch',
      describe: {
        en: 'Ask nothing: what no flag sets takes its default',
        es: 'No pregunta nada: lo que no se indica toma su valor predeterminado',
      },
    },
    force: {
      kind: 'switch',
      describe: {
        en: 'With --yes: replace a settings file that already exists',
        es: 'Con --yes: reemplaza un archivo de parámetros que ya existe',
      },
    },
    ...INIT_FLAGS,
    ...JSON_FLAG,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const proposed = proposedBy(given, io)
    const asked = given.isOn('yes') ? unasked(proposed, given, io) : await ask(proposed, given, io)
    if (asked === null) {
      io.stderr(`cuadre: ${NOTHING_WRITTEN[io.language]}\n`)
      return 0
    }
    const { setUp } = await import('../../../../jobs/init.ts')
    const { configFile } = proposed
    const flags = { config: configFile }
    const context = { ...io, sources: { flags, env: io.env, cwd: io.cwd }, version: versionOfPackage() }
    const schema = join(folderOfPackage(), 'dist/cuadre.config.schema.json')
    const done = await setUp({ ...asked, configFile, schema }, context)
    const next = nextOf(done, asked.answers, configFile, io)
    // From here on, texts are in the language of the settings.
    const { language } = asked.answers
    await io.stdout(given.isOn('json') ? documentOf(done, next) : textOf(done, next, { ...io, language }))
    return 0
  },
}

const NOTHING_WRITTEN: Both<string> = { en: 'nothing was written', es: 'no se escribió nada' }

type FirstSettings = { readonly answers: FirstAnswers; readonly apiKey: string }

const unasked = (
  { baseUrl, configFile, ...rest }: ProposedAnswers,
  given: CommandArguments,
  { cwd }: Io,
): FirstSettings => {
  if (baseUrl === null)
    throw usageError(
      { en: '--yes needs --base-url', es: '--yes necesita --base-url' },
      { en: 'give the address of the service, with /v1', es: 'dé la dirección del servicio, con /v1' },
    )
  if (existsSync(configFile) && !given.isOn('force')) {
    const next = {
      en: 'add --force to replace it, or name another with --config',
      es: 'agregue --force para reemplazarlo, o indique otro con --config',
    }
    throw usageError(
      { en: `${fromHere(configFile, cwd)} already exists`, es: `${fromHere(configFile, cwd)} ya existe` },
      next,
    )
  }
  return { answers: { ...rest, baseUrl }, apiKey: '' }
}

const ask = async (
  proposed: ProposedAnswers,
  given: CommandArguments,
  { keyboard, screen, signal, cwd, language }: Io,
): Promise<FirstSettings | null> => {
  if (given.isOn('force'))
    throw usageError(
      { en: '--force needs --yes', es: '--force necesita --yes' },
      {
        en: 'without --yes you are asked before anything is replaced',
        es: 'sin --yes se pregunta antes de reemplazar nada',
      },
    )
  if (!keyboard || screen === null) {
    const next = {
      en: 'answer by flags: cuadre init --yes --base-url https://.../v1',
      es: 'responda con opciones: cuadre init --yes --base-url https://.../v1',
    }
    throw usageError(
      {
        en: 'init asks its questions at a terminal, and there is none here',
        es: 'init hace sus preguntas en una terminal, y aquí no hay ninguna',
      },
      next,
    )
  }
  const { askFor } = await import('./ask-for.ts')
  return askFor(proposed, { input: keyboard(), output: screen, signal, cwd, language })
}

/** The next step: the first thing that is missing, or the first run. */
const nextOf = (
  { diagnoses }: SetUp,
  { key }: FirstAnswers,
  configFile: string,
  { cwd }: Io,
): readonly Both<string>[] => {
  const config = configFile === join(cwd, 'cuadre.config.json') ? '' : ` --config ${fromHere(configFile, cwd)}`
  // A rejected key ends with status 4; a missing one does not.
  const isKeyMissing = diagnoses.some(({ check, exitCode }) => check === 'key' && exitCode === 2)
  const commands = [`cuadre doctor${config}`, `cuadre run${config}`].map(inBoth)
  if (isKeyMissing) {
    const place = placeInWords(key)
    return [{ en: `put the key into ${place.en}`, es: `ponga la clave en ${place.es}` }, ...commands]
  }
  if (healthOf(diagnoses) === 'failed')
    return [{ en: 'correct what failed above', es: 'corrija lo que falla arriba' }, ...commands]
  return commands.slice(1)
}

const WORDS = {
  en: { written: 'written', kept: 'kept   ', wasThere: 'which was there already', next: 'Next' },
  es: { written: 'escrito   ', kept: 'conservado', wasThere: 'que ya existía', next: 'Siguiente' },
} as const satisfies Both<object>

const documentOf = ({ written, kept, diagnoses }: SetUp, next: readonly Both<string>[]): string =>
  `${jsonText(answerDocument('init', 0, { written, kept, next: next.map(({ en }) => en), ...diagnosisDocument(diagnoses) }))}\n`

const textOf = (
  { written, kept, diagnoses }: SetUp,
  next: readonly Both<string>[],
  { cwd, language }: Pick<Io, 'cwd' | 'language'>,
): string => {
  const words = WORDS[language]
  const files = [
    ...written.map((path) => `${words.written}  ${fromHere(path, cwd)}`),
    ...(kept === null ? [] : [`${words.kept}  ${fromHere(kept, cwd)}, ${words.wasThere}`]),
  ]
  const steps = next.map((step, at) => `${words.next}${next.length === 1 ? '' : ` ${at + 1}`}: ${step[language]}`)
  return `${[...files, '', ...diagnosisLines(diagnoses, language), '', ...steps].join('\n')}\n`
}
