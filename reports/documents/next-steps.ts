import { isOpen } from '../../src/core/findings/discrepancy.ts'
import type { Moment } from '../../src/core/past-run.ts'
import { type Slot, slotInWords } from '../../src/core/slot.ts'
import { isSettled, type Verdict } from '../../src/core/verdict.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { codesWith } from '../../src/rules/registry.ts'
import type { Both } from '../../src/std/both.ts'

/** A command to run next, and its purpose. */
export interface NextStep {
  readonly command: string
  readonly why: Both<string>
  /** Whether the command asks the service. */
  readonly asksService?: true
}

/**
 * What to do about a slot: look where a cause points, decide, and ask the service again. Empty when nothing is open.
 */
export const nextSteps = (
  { slot, verdict, discrepancies }: SlotReport,
  isChecked: boolean,
  elsewhere: readonly Slot[],
): readonly NextStep[] => {
  const named = new Map(
    elsewhere.map(({ date, cycle }) => [`cuadre explain ${date} ${cycle}`, slotInWords({ date, cycle })]),
  )
  const explained = [...named].map(([command, name]) => ({
    command,
    why: { en: `${name.en} lists an invoice named above`, es: `${name.es} lista una factura nombrada arriba` },
  }))
  return [
    ...(isChecked ? [] : [checkAgain(slot)]),
    ...explained,
    ...decide(slot, verdict),
    ...lookInto(slot, verdict, discrepancies),
    ...tieOut(discrepancies),
    ...readAgain(slot, verdict),
  ]
}

/** Steps for a past state: none of them changes anything. */
export const nextStepsOfThen = ({ date, cycle }: Slot, { number }: Moment): readonly NextStep[] => [
  {
    command: `cuadre explain ${date} ${cycle}`,
    why: { en: 'the same settlement as it is known now', es: 'la misma liquidación como se sabe ahora' },
  },
  {
    command: `cuadre check --date ${date} --as-of ${number} --out as-of-${number}`,
    why: {
      en: 'the files of the day as they were known then, in a folder of their own',
      es: 'los archivos del día como se sabían entonces, en una carpeta aparte',
    },
  },
]

const checkAgain = ({ date }: Slot): NextStep => ({
  command: `cuadre check --date ${date}`,
  why: {
    en: 'it was pulled, or the settings were changed, since it was last checked',
    es: 'se leyó, o cambiaron los parámetros, desde la última conciliación',
  },
})

/** The list shows the ids that claim and accept need. */
const decide = ({ date, cycle }: Slot, verdict: Verdict): readonly NextStep[] =>
  verdict === 'discrepant' || verdict === 'exceptions' || verdict === 'failed'
    ? [
        {
          command: `cuadre discrepancies list --date ${date} --cycle ${cycle}`,
          why: {
            en: 'the ids, to claim what is open from the operator, or to accept it',
            es: 'los ids, para reclamar al operador lo pendiente, o aceptarlo',
          },
        },
      ]
    : []

/** Warnings do not change a verdict, and are for a person even so: a tenant paid too much, or took a payment back. */
const lookInto = (
  { date, cycle }: Slot,
  verdict: Verdict,
  discrepancies: SlotReport['discrepancies'],
): readonly NextStep[] =>
  isSettled(verdict) &&
  discrepancies.some((one) => isOpen(one) && one.severity !== 'info' && !TIED_BY_PERSONS.has(one.code))
    ? [
        {
          command: `cuadre discrepancies list --date ${date} --cycle ${cycle}`,
          why: {
            en: 'what is open: look into each, and accept what is as it should be',
            es: 'lo pendiente: revise cada novedad, y acepte lo que esté como debe',
          },
        },
      ]
    : []

const TIED_BY_PERSONS: ReadonlySet<string> = new Set(codesWith(({ isTiedByPersons }) => isTiedByPersons === true))

/** When sums do not determine which credits and payouts belong together, a person must. */
const tieOut = (discrepancies: SlotReport['discrepancies']): readonly NextStep[] =>
  discrepancies.some((one) => isOpen(one) && TIED_BY_PERSONS.has(one.code))
    ? [
        {
          command: 'cuadre bank list',
          why: {
            en: 'the credits and the payouts that are open, to say which belong together',
            es: 'las consignaciones y los abonos pendientes, para decir cuáles van juntos',
          },
        },
      ]
    : []

const WHEN: Readonly<Partial<Record<Verdict, Both<string>>>> = {
  incomplete: { en: 'reads it again: the last attempt failed', es: 'la lee de nuevo: el último intento falló' },
  failed: {
    en: 'reads it again, once the operator has paid it or said why not',
    es: 'la lee de nuevo, cuando el operador la haya abonado o haya dicho por qué no',
  },
  discrepant: {
    en: 'reads it again, once the operator has answered',
    es: 'la lee de nuevo, cuando el operador haya respondido',
  },
  exceptions: {
    en: 'reads it again, once the operator has answered',
    es: 'la lee de nuevo, cuando el operador haya respondido',
  },
  provisional: {
    en: 'reads it again later: its settlement is not final yet',
    es: 'la lee de nuevo más tarde: su liquidación aún no es definitiva',
  },
}

const readAgain = ({ date, cycle }: Slot, verdict: Verdict): readonly NextStep[] => {
  const why = WHEN[verdict]
  return why === undefined ? [] : [{ command: `cuadre run --date ${date} --cycle ${cycle}`, why, asksService: true }]
}
