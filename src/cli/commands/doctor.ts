import { DIAGNOSES, type Diagnosis, exitCodeOfDiagnoses } from '../../../reports/documents/diagnosis.ts'
import { aSwitch } from '../../input/options.ts'
import { type Display, displayOf } from '../../print/display.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { wrapText } from '../../std/wrap-text.ts'
import type { Language } from '../../words/language.ts'
import { type Command, DEBUG, JSON_FLAG, SETTINGS, sourcesOf } from '../framework/command.ts'

const WORDS: Readonly<Record<Diagnosis['state'], Both<string>>> = {
  ok: { en: 'ok', es: 'bien' },
  warning: { en: 'warning', es: 'atención' },
  failed: { en: 'FAILED', es: 'FALLA' },
}
const STATE = 9
const CHECK = 13

/** In English a check has its name of JSON. */
const nameOf = (check: string, language: Language): string =>
  language === 'en' ? check : (IN_SPANISH.get(check) ?? check)

const IN_SPANISH = new Map([
  ['node', 'Node'],
  ['binding', 'SQLite'],
  ['settings', 'parámetros'],
  ['environment', 'entorno'],
  ['permissions', 'permisos'],
  ['time zone', 'zona horaria'],
  ['database', 'datos'],
  ['disk', 'disco'],
  ['free space', 'espacio'],
  ['output', 'informes'],
  ['service', 'servicio'],
  ['clock', 'reloj'],
  ['key', 'clave'],
  ['absent', 'ausencias'],
  ['base URL', 'dirección'],
  ['webhooks', 'notificación'],
  ['integrity', 'integridad'],
  ['digests', 'huellas'],
])
const FIX: Both<string> = { en: 'fix', es: 'arreglo' }

/** What is wrong first, each with its fix below; what is well is one line, unless all is asked for. */
export const diagnosisLines = (
  diagnoses: readonly Diagnosis[],
  { width, language }: Pick<Display, 'width' | 'language'>,
  all: boolean,
): readonly string[] => {
  const troubles = (['failed', 'warning'] as const).flatMap((state) => diagnoses.filter((one) => one.state === state))
  const well = diagnoses.filter(({ state }) => state === 'ok')
  const isFolded = !all && well.length > 0
  return [
    ...[...troubles, ...(all ? well : [])].flatMap((one) => linesOf(one, width, language)),
    ...(isFolded ? [WELL[language](well.length)] : []),
  ]
}

const WELL: Both<(number: number) => string> = {
  en: (number) => `${number} ${number === 1 ? 'check is' : 'checks are'} well; --all shows them.`,
  es: (number) =>
    number === 1 ? '1 revisión está bien; --all la muestra.' : `${number} revisiones están bien; --all las muestra.`,
}

const linesOf = (
  { check, merchant, state, message, fix }: Diagnosis,
  width: number,
  language: Language,
): readonly string[] => {
  const head = `${WORDS[state][language].padEnd(STATE)}${nameOf(check, language).padEnd(CHECK)}`
  const whose = merchant === null ? '' : `${merchant}: `
  // A command to paste stays on one line.
  const how = fix === null ? [] : [`${' '.repeat(STATE)}${FIX[language]}: ${harmless(fix[language])}`]
  return [...wrapText(head, harmless(`${whose}${message[language]}`), width), ...how]
}

const conclusion = (diagnoses: readonly Diagnosis[]): Both<string> => {
  const count = (state: Diagnosis['state']): number => diagnoses.filter((one) => one.state === state).length
  const [warnings, failures] = [count('warning'), count('failed')]
  if (warnings + failures === 0)
    return { en: 'Everything is in order. Next: cuadre run', es: 'Todo está en orden. Siguiente: cuadre run' }
  const parts = [
    ...(failures === 0 ? [] : [{ en: `${failures} failed`, es: failures === 1 ? '1 falla' : `${failures} fallas` }]),
    ...(warnings === 0
      ? []
      : [
          {
            en: `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
            es: `${warnings} ${warnings === 1 ? 'advertencia' : 'advertencias'}`,
          },
        ]),
  ]
  const which =
    warnings + failures === 1 ? { en: 'it', es: 'corríjala' } : { en: 'the first', es: 'corrija la primera' }
  return {
    en: `${parts.map(({ en }) => en).join(', ')}: correct ${which.en}, then run cuadre doctor again.`,
    es: `${parts.map(({ es }) => es).join(', ')}: ${which.es} y ejecute de nuevo cuadre doctor.`,
  }
}

export const doctor: Command = {
  name: 'doctor',
  group: 'set-up',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'Check everything a run needs, and say how to correct what is wrong; it changes nothing',
    es: 'Revisa todo lo que necesita una ejecución y dice cómo corregir lo que esté mal; no cambia nada',
  },
  inSight: { en: 'what is wrong, and how to correct it', es: 'qué está mal y cómo corregirlo' },
  manual: 'It ends with the status of the first failure.',
  examples: [
    [
      'cuadre doctor',
      {
        en: 'after setting up, after moving, and whenever a night failed',
        es: 'después de instalar, de mudar, y cuando falle una noche',
      },
    ],
    ['cuadre doctor --json', { en: 'the same for a program', es: 'lo mismo para un programa' }],
  ],
  flags: {
    all: aSwitch({ en: 'Show also what is well', es: 'Muestra también lo que está bien' }),
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const { diagnose } = await import('../../../jobs/doctor.ts')
    const sources = sourcesOf(given, io)
    const diagnoses = await diagnose({ ...io, sources, version: versionOfPackage() })
    return {
      document: () => DIAGNOSES.of({ diagnoses }),
      text: () => {
        const display = displayOf(io, io.language)
        return [
          ...diagnosisLines(diagnoses, display, given.isOn('all')),
          '',
          ...wrapText('', conclusion(diagnoses)[io.language], display.width),
        ]
      },
      exitCode: exitCodeOfDiagnoses(diagnoses),
    }
  },
}
