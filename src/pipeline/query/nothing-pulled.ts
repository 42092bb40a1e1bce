import type { AsOf } from '../../domain/as-of.ts'
import { CuadreError } from '../../std/errors.ts'

/** Somebody asks about what was never pulled, or had not been pulled as of then. `command` pulls it. */
export const nothingPulled = (what: string, command: string, asOf: AsOf | null = null): CuadreError =>
  asOf === null
    ? new CuadreError('NEVER_PULLED', `nothing of ${what} was ever pulled`, `pull it with: ${command}`)
    : new CuadreError(
        'NEVER_PULLED',
        `nothing of ${what} had been pulled by then`,
        `leave out --as-of, or pull it with: ${command}`,
      )
