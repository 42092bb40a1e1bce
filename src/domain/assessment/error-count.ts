import { type Discrepancy, isDecided, isOpen } from '../findings/discrepancy.ts'
import { CHECKS } from '../rules/registry.ts'

/** The numbers of open errors, and of errors that a person accepted or claimed. */
export interface ErrorCount {
  readonly open: number
  /** Open errors about figures that disagree or could not be compared. */
  readonly openFigures: number
  readonly decided: number
}

/** The errors for which a settlement is `discrepant`; any other open error makes it `exceptions` (SPEC, section 3). */
export const CODES_OF_FIGURES: ReadonlySet<string> = new Set(
  CHECKS.filter(({ isAboutFigures }) => isAboutFigures).map(({ code }) => code),
)

export const countErrors = (discrepancies: Iterable<Pick<Discrepancy, 'code' | 'severity' | 'state'>>): ErrorCount => {
  const count = { open: 0, openFigures: 0, decided: 0 }
  for (const one of discrepancies) {
    if (one.severity !== 'error') continue
    if (isOpen(one)) {
      count.open += 1
      if (CODES_OF_FIGURES.has(one.code)) count.openFigures += 1
    }
    if (isDecided(one)) count.decided += 1
  }
  return count
}
