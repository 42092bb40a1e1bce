import type { Days } from '../../src/core/calendar/calendar.ts'
import type { Slot } from '../../src/core/slot.ts'
import { ABOUT_PACK } from '../../src/print/pack/manifest.ts'
import type { PackProof } from '../../src/print/pack/proof.ts'
import type { PackSummary } from '../../src/print/pack/write.ts'
import { type DocumentOf, list, number, shape, text, time, truth, wordOf } from '../../src/print/shape.ts'
import { type AnswerDocument, OF_DAYS, OF_SLOT } from './answer-document.ts'

/** An evidence pack that was made. */
export interface MadePack extends PackSummary {
  readonly path: string
  readonly merchant: string
  readonly slot: Slot
  readonly madeAt: string
  readonly masked: boolean
}

export const AUDIT_PACK = shape<{ readonly pack: MadePack }>()({
  pack: shape<MadePack>()({
    path: text,
    merchant: text,
    ...OF_SLOT,
    madeAt: text,
    masked: truth,
    manifestSha256: text,
    files: number,
    bytes: number,
  }),
})

interface EarlierPack {
  readonly at: number
  readonly masked: boolean
  readonly manifest: string
}
/** The packs that were made of a settlement. */
export const AUDIT_PACKS = shape<{ readonly slot: Slot; readonly packs: readonly EarlierPack[] }>()({
  ...OF_SLOT,
  packs: list(
    shape<EarlierPack>()({
      madeAt: time(({ at }) => at),
      masked: truth,
      manifestSha256: text(({ manifest }) => manifest),
    }),
  ),
})

/** A pack of a month. */
export interface MadeMonthPack extends Omit<MadePack, 'slot' | 'madeAt'> {
  readonly days: Days
  readonly isDraft: boolean
  /** The controls that do not hold. */
  readonly failing: number
}

export const MONTH_PACK = shape<{ readonly pack: MadeMonthPack }>()({
  pack: shape<MadeMonthPack>()({
    path: text,
    merchant: text,
    ...OF_DAYS,
    isDraft: truth,
    masked: truth,
    failing: number.as('Controls that do not hold.'),
    manifestSha256: text,
    files: number,
    bytes: number,
  }),
})
export type PackDocument = AnswerDocument<'pack'> & DocumentOf<typeof MONTH_PACK>

/** Whether a pack is complete and unchanged. */
interface ProvenPack extends PackProof {
  readonly path: string
  readonly isProven: boolean | null
}

export const AUDIT_PROOF = shape<{ readonly proof: ProvenPack }>()({
  proof: shape<ProvenPack>()({
    path: text,
    manifestSha256: text.orNull.as('Null when the manifest cannot be read.'),
    isProven: truth.orNull.as('Null when no digest was given: the pack then only agrees with its own manifest.'),
    about: ABOUT_PACK.orNull,
    files: number,
    problems: list(
      shape<PackProof['problems'][number]>()({
        file: text,
        what: wordOf(['altered', 'added', 'missing']),
        why: text(({ why }) => why.en),
      }),
    ),
    more: truth.as('Whether there are more problems than are listed.'),
  }),
})

/** The result of making, listing or proving evidence packs. */
export type AuditDocument = AnswerDocument<'audit'> &
  (DocumentOf<typeof AUDIT_PACK> | DocumentOf<typeof AUDIT_PACKS> | DocumentOf<typeof AUDIT_PROOF>)
