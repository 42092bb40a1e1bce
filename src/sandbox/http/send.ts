import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { bytesOf, type SandboxAnswer } from './answer.ts'

/** Sends an answer, as it is or with a fault. */
export const send = async (
  response: ServerResponse,
  answer: SandboxAnswer,
  fault: Fault | undefined,
): Promise<void> => {
  if (fault === undefined) return sendWhole(response, answer)
  const body = bytesOf(answer.body)
  if (fault.do === 'reset') return reset(response, answer, body, fault.afterBytes)
  if (fault.do === 'truncate') return truncate(response, answer, body.subarray(0, fault.bytes ?? body.length >> 1))
  if (fault.do === 'drip') return sendSlowly(response, answer, body, fault)
  if (fault.do === 'delay') await wait(fault.ms)
  sendWhole(response, answer)
}

/** Sends an answer as it is. */
export const sendWhole = (response: ServerResponse, { status, headers, body }: SandboxAnswer): void => {
  const parts = typeof body === 'string' ? [Buffer.from(body)] : body
  response.writeHead(status, { ...headers, 'content-length': parts.reduce((sum, { length }) => sum + length, 0) })
  for (const part of parts) response.write(part)
  response.end()
}

/** Breaks the connection, before the answer or in the middle of it. */
const reset = (response: ServerResponse, answer: SandboxAnswer, body: Buffer, afterBytes: number | undefined): void => {
  if (afterBytes === undefined) {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  response.write(body.subarray(0, afterBytes), () => response.socket?.resetAndDestroy())
}

/** Without a length, a truncated answer looks whole. */
const truncate = (response: ServerResponse, answer: SandboxAnswer, part: Buffer): void => {
  response.writeHead(answer.status, { ...answer.headers, 'transfer-encoding': 'chunked' })
  response.end(part)
}

/** Sends byte by byte if need be: never silent for long, and never done in time. */
const sendSlowly = async (
  response: ServerResponse,
  { status, headers }: SandboxAnswer,
  body: Buffer,
  { bytes, everyMs }: Extract<Fault, { do: 'drip' }>,
): Promise<void> => {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  const step = Math.max(1, bytes)
  for (let at = 0; at < body.length && !response.destroyed; at += step) {
    response.write(body.subarray(at, at + step))
    await wait(everyMs)
  }
  response.end()
}
