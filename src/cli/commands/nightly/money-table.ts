import type { MoneyTotals } from '../../../domain/account/money-totals.ts'
import type { Amount } from '../../../domain/amount.ts'
import { type Centavos, minus, ZERO } from '../../../domain/money.ts'
import type { Language } from '../../../i18n/language.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'
import { countInTable, inTable } from '../../terminal/in-table.ts'

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
export const moneyTable = (money: MoneyTotals, language: Language): readonly string[] => {
  const { open, claimed, accepted, tolerated } = money.differences
  const compared: readonly Line[] = [
    [{ en: '- owed, open', es: '- adeudado, abierto' }, open.owed],
    [{ en: '- owed, claimed', es: '- adeudado, reclamado' }, claimed.owed],
    [{ en: '- owed, accepted', es: '- adeudado, aceptado' }, accepted.owed],
    [{ en: '- owed, within tolerance', es: '- adeudado, dentro de la tolerancia' }, tolerated.owed],
    [{ en: '+ overpaid, open', es: '+ abonado de más, abierto' }, open.overpaid],
    [{ en: '+ overpaid, claimed', es: '+ abonado de más, reclamado' }, claimed.overpaid],
    [{ en: '+ overpaid, accepted', es: '+ abonado de más, aceptado' }, accepted.overpaid],
    [{ en: '+ overpaid, within tolerance', es: '+ abonado de más, dentro de la tolerancia' }, tolerated.overpaid],
  ]
  const onTime = [money.late, money.lateClaimed, money.lateAccepted].reduce(without, money.inProcess)
  const waiting = [money.missing, money.missingClaimed, money.missingAccepted].reduce(without, money.noSettlement)
  const apart: readonly Line[] = [
    [{ en: 'failed', es: 'fallido' }, money.failed],
    [{ en: 'failed, claimed', es: 'fallido, reclamado' }, money.failedClaimed],
    [{ en: 'failed, accepted', es: 'fallido, aceptado' }, money.failedAccepted],
    [{ en: 'in process, late', es: 'en proceso, fuera de plazo' }, money.late],
    [{ en: 'in process, late, claimed', es: 'en proceso, fuera de plazo, reclamado' }, money.lateClaimed],
    [{ en: 'in process, late, accepted', es: 'en proceso, fuera de plazo, aceptado' }, money.lateAccepted],
    [{ en: 'in process', es: 'en proceso' }, onTime],
    [{ en: 'settlement gone', es: 'liquidación que ya no está' }, money.gone],
    [{ en: 'no settlement, though due', es: 'sin liquidación, aunque ya correspondía' }, money.missing],
    [{ en: 'no settlement, claimed', es: 'sin liquidación, reclamado' }, money.missingClaimed],
    [{ en: 'no settlement, accepted', es: 'sin liquidación, aceptado' }, money.missingAccepted],
    [{ en: 'no settlement yet', es: 'aún sin liquidación' }, waiting],
    [{ en: 'could not be compared', es: 'no se pudo comparar' }, money.notComparable],
    [{ en: 'not compared, set aside', es: 'sin comparar, dejado aparte' }, money.setAside],
    [
      { en: 'not read', es: 'sin leer' },
      { ...money.unread, sum: money.unread.sum === ZERO ? null : money.unread.sum },
    ],
  ]
  return alignColumns(
    [
      HEAD[language],
      row(
        { en: 'expected of what was compared', es: 'esperado de lo comparado' },
        { number: money.compared.number, sum: money.expected },
        language,
      ),
      ...usedColumns(compared, language),
      row({ en: '= paid out', es: '= abonado' }, { number: money.compared.number, sum: money.paidOut }, language),
      ...usedColumns(apart, language),
    ],
    1,
  )
}

const without = (all: Amount, part: Amount): Amount => ({
  number: all.number - part.number,
  sum: minus(all.sum, part.sum),
})

const usedColumns = (lines: readonly Line[], language: Language): readonly (readonly string[])[] =>
  lines.filter(([, { number }]) => number > 0).map(([name, amount]) => row(name, amount, language))

const row = (name: Both<string>, { number, sum }: AmountOrUnknown, language: Language): readonly string[] => [
  name[language],
  countInTable(number, language),
  inTable(sum, language),
]
