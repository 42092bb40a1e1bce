import { nothingPulled, THIS_MERCHANT } from '../../jobs/steps/query/nothing-pulled.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import type { QueryContext } from '../../jobs/steps/run/context.ts'
import { READINGS as DOCUMENT, type ReadingsReport } from '../../reports/documents/readings.ts'
import type { Discrepancy } from '../core/findings/discrepancy.ts'
import { isJudged, isListJudged } from '../core/pull/pull.ts'
import { type OpenReading, type ReadingCase, type ReadingStanding, readingsTable } from '../core/readings/readings.ts'
import { nameOf } from '../core/slot.ts'
import { slotInTable } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { column, type Note, note, table } from '../print/report.ts'
import { chargeback } from '../rules/checks/chargebacks.ts'
import type { Both } from '../std/both.ts'
import type { SlotState } from '../store/pulls/slot-states.ts'
import type { Store } from '../store/store.ts'
import { countOf } from '../words/money.ts'
import { asOfNotes, question } from './question.ts'

/** Each undocumented reading, compared with all final settlements of the database. */
export const READINGS = question({
  name: 'readings',
  group: 'look',
  describe: {
    en: 'Which interpretations of the description history supports: each value, the settlements that fit it, those that do not, and what would decide',
    es: 'Qué interpretaciones de la descripción respalda el historial: cada valor, las liquidaciones que lo cumplen, las que no, y qué la decidiría',
  },
  manual: '`--pin` saves one as decided: see [Assumptions](settings.md#assumptions).',
  examples: [
    [
      'cuadre readings',
      { en: 'the assumptions compared with history', es: 'la tabla de los supuestos frente al historial' },
    ],
    [
      'cuadre readings --pin adjustments --by Ana',
      {
        en: 'save the value in force as decided, in somebody’s name',
        es: 'guarda el valor vigente como decidido, a nombre de alguien',
      },
    ],
    ['cuadre readings --json', { en: 'the same, for a program', es: 'lo mismo, para un programa' }],
  ],
  operands: {},
  options: {},
  isOfPast: true,
  read: async (context): Promise<ReadingsReport> => {
    const report = await readDatabase(context, async (store, { settings: { policy } }, asOf) => {
      const cases = await casesIn(store, policy)
      const pins = Object.entries(policy.pinnedReadings)
      const rows = readingsTable(cases, policy).map((row) => ({
        ...row,
        pinned: pins.find(([name]) => name === row.setting)?.[1] ?? null,
      }))
      return { merchant: store.merchant.name, asOf, file: null, settlements: cases.length, rows }
    })
    if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
    return report
  },
  shape: DOCUMENT,
  report: (report, { zone }) => ({
    merchant: report.merchant,
    title: { en: 'Interpretations', es: 'Interpretaciones' },
    sections: [
      note(conclusion(report), { isStrong: true }),
      ...asOfNotes(report.asOf, zone),
      valuesTable(report.rows),
      ...report.rows.flatMap(notesOf),
    ],
    files: report.file === null ? [] : [report.file],
  }),
})

type Policy = QueryContext['settings']['policy']

/** The final settlements for their own slots. */
const casesIn = async (store: Store, policy: Policy): Promise<readonly ReadingCase[]> => {
  const chargedBack = new Set((await store.findings.all()).filter(wasPaidBefore).map(({ slot }) => nameOf(slot)))
  return (await store.slots.states()).flatMap((state) => caseOf(state, chargedBack, policy))
}

/** Whether a chargeback is about an invoice that was read as paid before. */
const wasPaidBefore = ({ code, figures }: Discrepancy): boolean =>
  code === chargeback.code && figures.expected === 'paid'

/** Its list is included only when all of it could be read and was counted. */
const caseOf = (
  { slot, pull, assessment }: SlotState,
  chargedBack: ReadonlySet<string>,
  policy: Policy,
): readonly ReadingCase[] => {
  if (pull === null || !isJudged(pull.settlement, slot, policy)) return []
  const isCounted = assessment?.pullId === pull.id && isListJudged(pull.list)
  const totals = isCounted ? assessment.totals : null
  return [{ slot, settlement: pull.settlement, totals, isChargedBackSince: chargedBack.has(nameOf(slot)) }]
}

type Row = ReadingsReport['rows'][number]

const conclusion = ({ rows, settlements }: ReadingsReport): Both<string> => {
  const number = (standing: ReadingStanding): number => rows.filter((row) => row.standing === standing).length
  const [yes, no, open] = [number('supported'), number('contradicted'), number('undecided')]
  return {
    en: `${rows.length} undocumented interpretations compared with ${settlements} final settlement${settlements === 1 ? '' : 's'}: ${yes} supported, ${no} contradicted, ${open} undecided.`,
    es: `${rows.length} interpretaciones sin documentar, comparadas con ${countOf(settlements, 'settlement', 'es')} definitiva${settlements === 1 ? '' : 's'}: respaldadas ${yes}, contradichas ${no}, sin decidir ${open}.`,
  }
}

const STANDINGS: Readonly<Record<ReadingStanding, Both<string>>> = {
  supported: { en: 'supported', es: 'respaldada' },
  contradicted: { en: 'CONTRADICTED', es: 'CONTRADICHA' },
  undecided: { en: 'undecided', es: 'sin decidir' },
}

/** A value of a reading, and how many settlements fit it; `row` is there where the value is in force. */
interface ValueLine {
  readonly setting: string
  readonly value: string
  readonly fits: number | null
  readonly doesNotFit: number | null
  readonly row: Row | null
}

const valuesTable = (rows: readonly Row[]) =>
  table<ValueLine>({
    name: 'readings',
    title: null,
    rows: rows.flatMap(linesOf),
    columns: [
      column('setting', 'text', { en: 'setting', es: 'parámetro' }, ({ setting }) => setting, { least: 14 }),
      column('value', 'word', { en: 'value', es: 'valor' }, ({ value }) => value, {
        words: { none: { en: 'none asserted', es: 'no se exige' } },
        least: 12,
      }),
      { name: 'fits', kind: 'count', head: { en: 'fits', es: 'cumplen' }, of: ({ fits }) => fits },
      column('does_not_fit', 'count', { en: 'does not', es: 'no cumplen' }, ({ doesNotFit }) => doesNotFit, {
        isSummed: false,
      }),
      column(
        'can_tell',
        'count',
        { en: 'can tell', es: 'deciden' },
        ({ fits, doesNotFit }) => (fits === null || doesNotFit === null ? null : fits + doesNotFit),
        { isSummed: false },
      ),
      column('in_force', 'word', { en: 'in force', es: 'vigente' }, ({ row }) => row?.standing ?? null, {
        words: STANDINGS,
      }),
      column('pinned_by', 'text', { en: 'pinned by', es: 'fijada por' }, ({ row }) => row?.pinned?.by ?? null),
      { name: 'pinned_on', kind: 'date', head: { en: 'on', es: 'el' }, of: ({ row }) => row?.pinned?.at ?? null },
    ],
  })

/** The values of a reading; first what is in force where no settlement can tell, or the setting asserts no single value. */
const linesOf = (row: Row): readonly ValueLine[] => {
  const { setting, inForce } = row
  const values = row.values.map((one) => ({ ...one, setting, row: one.value === inForce ? row : null }))
  const number = inForce === null ? null : 0
  return values.some((one) => one.row !== null)
    ? values
    : [{ setting, value: inForce ?? 'none', fits: number, doesNotFit: number, row }, ...values]
}

/** For each reading, its subject and the settlement that would decide it. */
const SUBJECTS: Readonly<
  Record<OpenReading['setting'], { readonly about: Both<string>; readonly decides: Both<string> }>
> = {
  adjustments: {
    about: { en: 'sign of adjustments', es: 'signo de los ajustes' },
    decides: {
      en: 'a settlement with an adjustment, whose fees are deducted at once',
      es: 'una liquidación con un ajuste y con la comisión descontada',
    },
  },
  postpaidFees: {
    about: { en: 'fees billed apart', es: 'comisión facturada aparte' },
    decides: { en: 'a settlement whose fees are billed apart', es: 'una liquidación con la comisión facturada aparte' },
  },
  gateway: {
    about: { en: 'payout of a gateway', es: 'abono de una pasarela' },
    decides: { en: 'a gateway settlement', es: 'una liquidación de pasarela' },
  },
  chargebacks: {
    about: { en: 'chargebacks in collected', es: 'contracargos en el recaudo' },
    decides: {
      en: 'a settlement that lists a chargeback, read whole',
      es: 'una liquidación con un contracargo en su lista, leída completa',
    },
  },
  collectedBasis: {
    about: { en: 'collected: paid or asked for', es: 'recaudo: pagado o facturado' },
    decides: {
      en: 'a settlement with an invoice whose payment differs from the amount asked for',
      es: 'una liquidación con una factura pagada por una suma distinta de la facturada',
    },
  },
  cycleAliases: {
    about: { en: 'label of cycles', es: 'nombre de los ciclos' },
    decides: { en: 'any final settlement', es: 'cualquier liquidación definitiva' },
  },
}

/** What would decide a reading, which settlements are against it, and which fit none of its values. */
const notesOf = (row: Row): readonly Note[] => {
  const { about, decides } = SUBJECTS[row.setting]
  return [
    ...(row.standing === 'undecided'
      ? [{ en: `would be decided by ${decides.en}`, es: `la decidiría ${decides.es}` }]
      : []),
    ...(row.against.length > 0 ? [againstText(row)] : []),
    ...(row.fitNone > 0 ? [noneText(row.fitNone)] : []),
  ].map((text) => note(inEach((language) => `${row.setting} (${about[language]}): ${text[language]}.`)))
}

const SHOWN = 5

const againstText = ({ against, inForce }: Row): Both<string> =>
  inEach((language) => {
    const named = against.slice(0, SHOWN).map((slot) => slotInTable(slot, language))
    const number = countOf(against.length, 'settlement', language)
    return {
      en: `${number} ${against.length === 1 ? 'fits' : 'fit'} another value and not ${inForce}: ${named.join(', ')}`,
      es: `${number} ${against.length === 1 ? 'cumple' : 'cumplen'} otro valor y no ${inForce}: ${named.join(', ')}`,
    }[language].concat(against.length > SHOWN ? ', ...' : '')
  })

const noneText = (number: number): Both<string> => {
  const [en, es] = [countOf(number, 'settlement', 'en'), countOf(number, 'settlement', 'es')]
  return number === 1
    ? {
        en: `${en} that could decide fits no value: it is wrong in another way`,
        es: `${es} que podría decidirla no cumple ningún valor: tiene otro error`,
      }
    : {
        en: `${en} that could decide fit no value: they are wrong in another way`,
        es: `${es} que podrían decidirla no cumplen ningún valor: tienen otro error`,
      }
}
