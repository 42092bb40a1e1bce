import type { Cell, Row } from '../../domain/cell.ts'
import { type Centavos, plus, toPesos, ZERO } from '../../domain/money.ts'
import { cellXml, textCell } from './cells.ts'
import type { Column } from './workbook.ts'
import { letterOf } from './xml.ts'

/**
 * The row of totals below a sheet's rows: SUBTOTAL leaves out what a filter hides. The only formulas of a workbook, made of our own letters
 * and numbers; each carries its value for programs that do not calculate.
 */
export const totalsOf = (columns: readonly Column[], label: string) => {
  const sums = columns.flatMap(({ isSummed = false }, at) =>
    isSummed ? [{ at, money: ZERO, number: 0, isMoney: false, isEmpty: true }] : [],
  )
  return {
    add: (row: Row): void => {
      for (const sum of sums) addTo(sum, row[sum.at] ?? null)
    },
    /** `lastRow` is that of the last row of data; the first stands below the heads. */
    xml: (lastRow: number): string => {
      const row = lastRow + 1
      const cells = sums
        .filter(({ isEmpty }) => !isEmpty)
        .map(({ at, money, number, isMoney }) => {
          const letter = letterOf(at)
          const look = !isMoney ? 'strongCount' : money % 100n === 0n ? 'strongPesos' : 'strongCentavos'
          const value = isMoney ? toPesos(money) : String(number)
          return cellXml(at, row, look, `<f>SUBTOTAL(109,${letter}2:${letter}${lastRow})</f><v>${value}</v>`)
        })
      return `<row r="${row}">${textCell(0, row, 'strongText', label)}${cells.join('')}</row>`
    },
  }
}

interface Total {
  money: Centavos
  number: number
  isMoney: boolean
  /** Nothing stands in the column: nor does a zero below it. */
  isEmpty: boolean
}

const addTo = (total: Total, value: Cell): void => {
  if (value !== null) total.isEmpty = false
  if (typeof value === 'number') total.number += value
  if (typeof value !== 'bigint') return
  total.isMoney = true
  total.money = plus(total.money, value)
}
