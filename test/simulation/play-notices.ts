import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { integrityKeyOf, type Place, typeCommand, writeSettings } from './driver.ts'
import { endDispositions, tellEnds } from './oracle/acts.ts'
import { assess, readSlots } from './oracle/model.ts'
import { takeIn, waitingSlots, workOff } from './oracle/notices.ts'
import { compareEnding, type NightEnd, type Stage } from './play-night.ts'
import type { Night, Notice } from './story.ts'

/** Notifications two minutes before a night, and the job that processes them one minute before. */
export const playNotices = async (stage: Stage, night: Night, now: number): Promise<NightEnd> => {
  const { place, model } = stage
  if (night.notices === undefined) return { lines: [], statuses: [] }
  writeSettings(place, model.policy)
  const answers = await deliver(place, now - 120_000, night.notices)
  const lines = answers.filter((status) => status !== 200).map((status) => `a notification was answered with ${status}`)
  takeIn(model, night.notices, now - 120_000)
  if (night.inbox === undefined) return { lines, statuses: [] }
  const worked = await workInbox(stage, night, now - 60_000)
  return { ...worked, lines: [...lines, ...worked.lines] }
}

const workInbox = async (stage: Stage, night: Night, now: number): Promise<NightEnd> => {
  const { service, place, world, model } = stage
  const slots = waitingSlots(model, now)
  if (slots.length > 0) endDispositions(model, now)
  service.play({ world, faults: night.faults, now })
  const ending = await typeCommand(place, now, ['inbox', '--json'])
  const statuses = [`inbox ${ending.status}`]
  const read = readSlots(model, world, night.faults, slots, now)
  if (read === 'undecided' || read === 'nothing') return { lines: [], statuses, isOver: true }
  if (slots.length > 0) {
    assess(model, read, now)
    tellEnds(model)
    workOff(model, slots)
  }
  return { lines: compareEnding(stage, ending, slots, { name: 'inbox' }, now), statuses }
}

/** Starts the receiver, sends each notification as the service does, and stops it; returns the answers. */
const deliver = async (place: Place, now: number, notices: readonly Notice[]): Promise<readonly number[]> => {
  const stopping = new AbortController()
  const words = ['webhooks', 'serve', '--port', '0', '--json']
  let ended: Promise<unknown> = Promise.resolve()
  const url = await new Promise<string>((resolve, reject) => {
    const onOutput = (text: string): void => {
      if (text.startsWith('{"url":')) resolve((JSON.parse(text) as { readonly url: string }).url)
    }
    ended = typeCommand(place, now, words, { onOutput, signal: stopping.signal }).then(({ err }) =>
      reject(new Error(err)),
    )
  })
  const answers: number[] = []
  for (const [number, notice] of notices.entries())
    answers.push(await post(url, integrityKeyOf(place.merchant), notice, now + number))
  stopping.abort()
  await ended
  return answers
}

const post = async (url: string, key: string, { id, type, data }: Notice, at: number): Promise<number> => {
  const body = JSON.stringify({ webhookId: id, timestamp: new Date(at).toISOString(), type, data })
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  const sent = request(url, { method: 'POST', headers }).end(body)
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}
