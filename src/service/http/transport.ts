import type { Pool } from 'undici'
import type { Limits } from './limits.ts'
import type { Clock } from './rate-limiter.ts'

/** The facts about the client that an attempt needs. */
export interface Transport {
  readonly pool: Pool
  /** The path of the base URL, without a slash at its end: `/v1`. */
  readonly basePath: string
  readonly apiKey: string
  readonly limits: Limits
  readonly clock: Clock
  readonly onDate: (serviceDateMs: number, nowMs: number) => void
  /** Called with the media type of every answer that is JSON under another name. */
  readonly onMediaType: (mediaType: string) => void
}
