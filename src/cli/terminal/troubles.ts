import type { Instant } from '../../domain/calendar/calendar.ts'
import { harmless } from '../../std/harmless.ts'
import type { ReceiverTrouble } from '../../webhooks/receiver/receiver.ts'

const MINUTE = 60_000

/**
 * Tells what goes wrong with notifications, a line each: the first of a kind at once, and then once a minute how many more there
 * were. Whoever sends a million forged ones must not fill the disk with lines. Nothing of their contents is told.
 */
export const printTroublesTo = (
  print: (text: string) => void,
  now: () => Instant,
): ((trouble: ReceiverTrouble) => void) => {
  const kinds = new Map<string, { toldAt: Instant; silent: number }>()
  return (trouble) => {
    const line = lineOf(trouble)
    const at = now()
    const kind = kinds.get(line)
    if (kind !== undefined && at - kind.toldAt < MINUTE) {
      kind.silent += 1
      return
    }
    const more = kind === undefined || kind.silent === 0 ? '' : ` (and ${kind.silent} more like it before)`
    if (kinds.size >= MOST_KINDS) kinds.clear()
    kinds.set(line, { toldAt: at, silent: 0 })
    print(`${new Date(at).toISOString()} ${line}${more}\n`)
  }
}

/** Conflicts name their event, so that there may be any number of kinds. */
const MOST_KINDS = 1000

const lineOf = (trouble: ReceiverTrouble): string => {
  switch (trouble.kind) {
    case 'refused':
      return `refused with ${trouble.status}: ${trouble.reason}`
    case 'unavailable':
      if (trouble.code === 'INBOX_REPLACED')
        return 'answered 503: the file of the inbox was deleted or replaced (INBOX_REPLACED); start the receiver again'
      return `answered 503: the inbox could not be written (${trouble.code})`
    case 'conflict':
      return `WEBHOOK_CONFLICT: ${harmless(trouble.webhookId)} came again with another body; the first is kept`
  }
}
