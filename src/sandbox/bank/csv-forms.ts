import { pesos, type SandboxStatement, withBalances } from './sandbox-statement.ts'

const quoteCell = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const compact = (day: string): string => day.replaceAll('-', '')
const dayFirst = (day: string): string => day.split('-').toReversed().join('/')

/** Bancolombia's CSV of movements: no header, newest first, Windows-1252. */
const bancolombiaCsv = ({ account, entries }: SandboxStatement): Buffer => {
  const lines = entries.toReversed().map(({ day, centavos, text }) => {
    const code = centavos < 0 ? '8071' : '2568'
    return [account, account.slice(0, 3), '', compact(day), '', pesos(centavos), code, quoteCell(text), '0'].join(',')
  })
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/** Bancolombia's text of movements: 16 fields, balances after each row. */
const bancolombiaText = (statement: SandboxStatement): Buffer => {
  const lines = withBalances(statement).map(({ day, centavos, text, reference, balance }, index) => {
    const value = pesos(Math.abs(centavos))
    const head = [centavos < 0 ? 'D' : 'C', compact(day), statement.account, '101500', '406', String(index + 1)]
    return [...head, value, value, '07', '000', reference, quoteCell(text), '', '', '', pesos(balance)].join(';')
  })
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/** Davivienda's CSV: debit, credit and balance with a decimal comma, UTF-8 with a byte order mark. */
const daviviendaCsv = (statement: SandboxStatement): Buffer => {
  const side = (centavos: number): string => (centavos <= 0 ? '' : quoteCell(pesos(centavos, ',', '.')))
  const lines = withBalances(statement).map(({ day, centavos, text, balance }) =>
    [dayFirst(day), quoteCell(text), side(-centavos), side(centavos), quoteCell(pesos(balance, ',', '.'))].join(','),
  )
  return Buffer.from(`\ufeffFecha,Descripción,Débito,Crédito,Saldo\r\n${lines.join('\r\n')}\r\n`)
}

/** A CSV of no particular bank, in the form a spreadsheet saves in Colombia. */
const otherCsv = (statement: SandboxStatement): Buffer => {
  const lines = withBalances(statement).map(({ day, centavos, text, reference, balance }) =>
    [dayFirst(day), quoteCell(text), quoteCell(reference), pesos(centavos, ','), pesos(balance, ',')].join(';'),
  )
  return Buffer.from(`Fecha;Concepto;Referencia;Valor;Saldo\n${lines.join('\n')}\n`)
}

export const csvForms = {
  'bancolombia-csv': { file: 'bancolombia.csv', write: bancolombiaCsv },
  'bancolombia-text': { file: 'bancolombia.txt', write: bancolombiaText },
  'davivienda-csv': { file: 'davivienda.csv', write: daviviendaCsv },
  csv: { file: 'movimientos.csv', write: otherCsv },
}
