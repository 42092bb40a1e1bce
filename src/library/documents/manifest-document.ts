import type { TimeText } from '../../../reports/documents/answer-document.ts'

/** `manifest.json` in the folder of a day: the sources of its files. */
export interface ManifestDocument {
  readonly schemaVersion: 1
  readonly merchant: string
  /** The run that last wrote to the folder. */
  readonly run: { readonly id: string; readonly job: string; readonly at: TimeText }
  /** The number in the history as of which the files show the past; absent for the present. */
  readonly asOf?: number
  readonly versions: { readonly cuadre: string; readonly [part: string]: string }
  /** Whether the files hide document numbers and names. */
  readonly masked?: boolean
  readonly policy: { readonly [setting: string]: unknown }
  readonly assumptions: readonly AssumptionDocument[]
  readonly files: readonly {
    readonly name: string
    readonly rows: number
    readonly bytes: number
    readonly sha256: string
    /** SHA-256 of everything the file was made from. */
    readonly madeFrom: string
  }[]
}

/** A setting that decides what the service's description leaves open. */
export interface AssumptionDocument {
  readonly setting: string
  readonly value: string
  readonly meaning: string
}

/** `manifest.json` of an evidence pack. */
export interface PackManifestDocument {
  readonly schemaVersion: 1
  readonly kind: 'cuadre audit pack'
  readonly merchant: string
  readonly date: string
  readonly cycle: string
  readonly madeAt: TimeText
  readonly masked: boolean
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  /** Further facts of the settlement. */
  readonly [fact: string]: unknown
}
