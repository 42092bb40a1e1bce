import { type Centavos, toPesos } from '../../domain/money.ts'

/** A double keeps 15 digits exactly; a longer sum would be shown wrong. */
const DIGITS_MAX = 15

/** Fewer centavos than this have 15 digits at most: the quick answer for nearly every cell. */
const ALWAYS_FITS_BELOW = 10n ** 15n

/** Whether a number in a cell shows the sum exactly; any other sum is stored as text, and no total includes it. */
export const fitsNumber = (sum: Centavos): boolean =>
  (sum < ALWAYS_FITS_BELOW && sum > -ALWAYS_FITS_BELOW) || toPesos(sum).replace(/\D/g, '').length <= DIGITS_MAX
