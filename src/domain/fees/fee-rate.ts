import type { Decimal } from '../cell.ts'
import { type Centavos, size } from '../money.ts'

/** Fees over collected to four decimals, halves away from zero: 0.0083; null when nothing was collected. */
export const feeRate = (fees: Centavos, collected: Centavos): Decimal | null => {
  if (collected === 0n) return null
  const [dividend, divisor] = [size(fees) * 10_000n, size(collected)]
  const rounded = (2n * dividend + divisor) / (2n * divisor)
  const digits = rounded.toString().padStart(5, '0')
  const sign = rounded !== 0n && fees * collected < 0n ? '-' : ''
  return { decimal: `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}` }
}
