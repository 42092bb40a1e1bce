import { type Centavos, toPesos } from '../../domain/money.ts'

/** A double keeps 15 digits exactly; a longer sum would be shown wrong. */
const DIGITS_MAX = 15

/** So many centavos and more have more digits than that, if some are centavos. */
const ALWAYS_FITS_BELOW = 10n ** 15n

/** Whether a number in a cell shows the sum exactly; one that it does not is stored as text, which no sum includes. */
export const fitsNumber = (sum: Centavos): boolean =>
  (sum < ALWAYS_FITS_BELOW && sum > -ALWAYS_FITS_BELOW) || toPesos(sum).replace(/\D/g, '').length <= DIGITS_MAX
