import type { Diagnosis } from '../../../../reports/documents/diagnosis.ts'
import type { Language } from '../../../i18n/language.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'

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

/** A line for each check, the fix below each problem, and the conclusion. */
export const diagnosisText = (diagnoses: readonly Diagnosis[], language: Language): string =>
  `${[...diagnosisLines(diagnoses, language), '', conclusion(diagnoses)[language]].join('\n')}\n`

export const diagnosisLines = (diagnoses: readonly Diagnosis[], language: Language): readonly string[] =>
  diagnoses.flatMap((finding) => linesOf(finding, language))

const linesOf = ({ check, merchant, state, message, fix }: Diagnosis, language: Language): readonly string[] => {
  const head = `${WORDS[state][language].padEnd(STATE)}${nameOf(check, language).padEnd(CHECK)}`
  const whose = merchant === null ? '' : `${merchant}: `
  // A command to paste stays on one line.
  const how = fix === null ? [] : [`${' '.repeat(STATE + CHECK)}${FIX[language]}: ${harmless(fix[language])}`]
  return [...wrapText(head, harmless(`${whose}${message[language]}`)), ...how]
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
