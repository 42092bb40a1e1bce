/** An entry of a merchant's bank account. */
export interface StatementEntry {
  readonly day: string
  /** Whole centavos: positive for a credit, negative for a debit. */
  readonly centavos: number
  readonly text: string
  readonly reference: string
}

/** A bank statement of some days, oldest entry first. */
export interface SandboxStatement {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly opening: number
  readonly entries: readonly StatementEntry[]
}

export const closingOf = ({ opening, entries }: SandboxStatement): number =>
  entries.reduce((sum, { centavos }) => sum + centavos, opening)

/** Each entry with the balance after it. */
export const withBalances = ({ opening, entries }: SandboxStatement) => {
  let balance = opening
  return entries.map((entry) => {
    balance += entry.centavos
    return { ...entry, balance }
  })
}

/** Pesos with two decimals after this decimal sign; `grouping` is optional. */
export const pesos = (centavos: number, decimal: '.' | ',' = '.', grouping = ''): string => {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, grouping)
  return `${centavos < 0 ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`
}
