import type { Diagnosis } from '../../../../reports/documents/diagnosis.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'

const WORDS: Readonly<Record<Diagnosis['state'], string>> = { ok: 'ok', warning: 'warning', failed: 'FAILED' }
const STATE = 9
const CHECK = 13

/** A line for each look, the fix below what is wrong, and how it comes out. */
export const diagnosisText = (findings: readonly Diagnosis[]): string =>
  `${[...diagnosisLines(findings), '', conclusion(findings)].join('\n')}\n`

export const diagnosisLines = (findings: readonly Diagnosis[]): readonly string[] => findings.flatMap(linesOf)

const linesOf = ({ check, merchant, state, message, fix }: Diagnosis): readonly string[] => {
  const head = `${WORDS[state].padEnd(STATE)}${check.padEnd(CHECK)}`
  const whose = merchant === null ? '' : `${merchant}: `
  // What is to be pasted stays on one line.
  const how = fix === null ? [] : [`${' '.repeat(STATE + CHECK)}fix: ${harmless(fix)}`]
  return [...wrapText(head, harmless(`${whose}${message}`)), ...how]
}

const conclusion = (findings: readonly Diagnosis[]): string => {
  const count = (state: Diagnosis['state']): number => findings.filter((one) => one.state === state).length
  const [warnings, failures] = [count('warning'), count('failed')]
  if (warnings + failures === 0) return 'Everything is in order. Next: cuadre run'
  const parts = [
    ...(failures === 0 ? [] : [`${failures} failed`]),
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`]),
  ]
  return `${parts.join(', ')}: correct the first, then run cuadre doctor again.`
}
