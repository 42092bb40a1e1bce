/** A row of the account of a merchant at its bank. */
export interface StatementEntry {
  readonly day: string
  /** Whole centavos: positive for a credit, negative for a debit. */
  readonly centavos: number
  readonly text: string
  readonly reference: string
}

/** What a bank writes of an account over some days, oldest first. */
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

/** Pesos with two decimals behind that sign; without a sign of its own where none is wanted. */
export const pesos = (centavos: number, decimal: '.' | ',' = '.', grouping = ''): string => {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, grouping)
  return `${centavos < 0 ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`
}
