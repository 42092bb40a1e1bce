import { type Position, paidOutOf, totalOf, undecidedIn } from '../../../domain/account/position.ts'
import { type Centavos, ZERO } from '../../../domain/money.ts'
import type { Language } from '../../../i18n/language.ts'
import { countInTable, inTable } from '../../../print/in-table.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'

const HEAD: Both<readonly string[]> = { en: ['Money', 'settlements', 'COP'], es: ['Dinero', 'liquidaciones', 'COP'] }

/** A line of the table: its name with the sign in the sum, the number of settlements, and their sum. */
type Line = readonly [name: Both<string>, amount: AmountOrUnknown]

/** The sum is null when nothing of it was ever read. */
interface AmountOrUnknown {
  readonly number: number
  readonly sum: Centavos | null
}

/**
 * The money of all settlements. Expected, less what was paid too little, plus what was paid too much, is what was paid
 * out. Settlements that were not compared have lines of their own below. Lines of zero are left out.
 */
export const moneyTable = (position: Position, language: Language): readonly string[] => {
  const { owed, overpaid, failed, inProcess, noSettlement, notComparable } = position
  const differences: readonly Line[] = [
    [{ en: '- owed, open', es: '- adeudado, abierto' }, owed.open],
    [{ en: '- owed, claimed', es: '- adeudado, reclamado' }, owed.claimed],
    [{ en: '- owed, accepted', es: '- adeudado, aceptado' }, owed.accepted],
    [{ en: '- owed, within tolerance', es: '- adeudado, dentro de la tolerancia' }, owed.tolerated],
    [{ en: '+ overpaid, open', es: '+ abonado de más, abierto' }, overpaid.open],
    [{ en: '+ overpaid, claimed', es: '+ abonado de más, reclamado' }, overpaid.claimed],
    [{ en: '+ overpaid, accepted', es: '+ abonado de más, aceptado' }, overpaid.accepted],
    [{ en: '+ overpaid, within tolerance', es: '+ abonado de más, dentro de la tolerancia' }, overpaid.tolerated],
  ]
  const [compared, unread] = [totalOf(position.compared), totalOf(position.unread)]
  const apart: readonly Line[] = [
    [{ en: 'failed', es: 'fallido' }, failed.open],
    [{ en: 'failed, claimed', es: 'fallido, reclamado' }, failed.claimed],
    [{ en: 'failed, accepted', es: 'fallido, aceptado' }, failed.accepted],
    [{ en: 'in process, late', es: 'en proceso, fuera de plazo' }, inProcess.open],
    [{ en: 'in process, late, claimed', es: 'en proceso, fuera de plazo, reclamado' }, inProcess.claimed],
    [{ en: 'in process, late, accepted', es: 'en proceso, fuera de plazo, aceptado' }, inProcess.accepted],
    [{ en: 'in process', es: 'en proceso' }, undecidedIn(inProcess)],
    [{ en: 'settlement gone', es: 'liquidación que ya no está' }, position.gone.open],
    [{ en: 'no settlement, though due', es: 'sin liquidación, aunque ya correspondía' }, noSettlement.open],
    [{ en: 'no settlement, claimed', es: 'sin liquidación, reclamado' }, noSettlement.claimed],
    [{ en: 'no settlement, accepted', es: 'sin liquidación, aceptado' }, noSettlement.accepted],
    [{ en: 'no settlement yet', es: 'aún sin liquidación' }, undecidedIn(noSettlement)],
    [{ en: 'could not be compared', es: 'no se pudo comparar' }, notComparable.open],
    [{ en: 'not compared, set aside', es: 'sin comparar, dejado aparte' }, notComparable.none],
    [
      { en: 'not read', es: 'sin leer' },
      { ...unread, sum: unread.sum === ZERO ? null : unread.sum },
    ],
  ]
  return alignColumns(
    [
      HEAD[language],
      row({ en: 'expected of what was compared', es: 'esperado de lo comparado' }, compared, language),
      ...usedColumns(differences, language),
      row({ en: '= paid out', es: '= abonado' }, { number: compared.number, sum: paidOutOf(position) }, language),
      ...usedColumns(apart, language),
    ],
    1,
  )
}

const usedColumns = (lines: readonly Line[], language: Language): readonly (readonly string[])[] =>
  lines.filter(([, { number }]) => number > 0).map(([name, amount]) => row(name, amount, language))

const row = (name: Both<string>, { number, sum }: AmountOrUnknown, language: Language): readonly string[] => [
  name[language],
  countInTable(number, language),
  inTable(sum, language),
]
