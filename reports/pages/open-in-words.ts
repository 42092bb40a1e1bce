import type { Severity } from '../../src/core/findings/discrepancy.ts'
import type { Words } from '../../src/words/words.ts'

/** `2 errors, 1 warning`; empty when nothing is open. */
export const openInWords = (open: Readonly<Record<Severity, number>>, words: Words): string =>
  [
    ...(open.error > 0 ? [words.errors(open.error)] : []),
    ...(open.warning > 0 ? [words.warnings(open.warning)] : []),
    ...(open.info > 0 ? [words.infos(open.info)] : []),
  ].join(', ')
