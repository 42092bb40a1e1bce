import type { Decimal } from '../cell.ts'
import type { Centavos } from '../money.ts'

/** Fees over collected to four decimals, halves away from zero: 0.0083; nothing is said where nothing was collected. */
export const feeRate = (fees: Centavos, collected: Centavos): Decimal | null => {
  if (collected === 0n) return null
  const [dividend, divisor] = [magnitude(fees) * 10_000n, magnitude(collected)]
  const rounded = (2n * dividend + divisor) / (2n * divisor)
  const digits = rounded.toString().padStart(5, '0')
  const sign = rounded !== 0n && fees < 0n !== collected < 0n ? '-' : ''
  return { decimal: `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}` }
}

const magnitude = (number: bigint): bigint => (number < 0n ? -number : number)
