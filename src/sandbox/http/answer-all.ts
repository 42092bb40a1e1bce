import { carryOut } from '../control/answer.ts'
import type { ControlCommand } from '../control/route.ts'
import { answerPage } from '../payment-page/answer.ts'
import type { SandboxAnswer, SandboxRequest } from './answer.ts'
import { answerApi } from './api.ts'
import { saysJson } from './fields.ts'
import { readOpenApi } from './openapi.ts'
import { RequestRefusal } from './refusal.ts'

export type ServerMeans = Pick<ControlCommand, 'world' | 'faults' | 'player'>

/** A form of a web page cannot send JSON, so a control request that changes something carries JSON or nothing. */
const checkControlBody = ({ method, headers }: SandboxRequest): void => {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const hasType = headers['content-type'] !== undefined
  if (method !== 'GET' && (hasBody || hasType) && !saysJson(headers)) {
    throw new RequestRefusal(400, 'The body of a control request must be JSON, with Content-Type: application/json')
  }
}

const answerControl = async (asked: SandboxRequest, means: ServerMeans): Promise<SandboxAnswer> => {
  checkControlBody(asked)
  const answer = await carryOut(asked, means)
  if (asked.method !== 'GET') await means.player.playDue()
  return answer
}

/** A page answers at once; what it set off, a webhook for one, takes its course. */
const answerCustomer = async (asked: SandboxRequest, means: ServerMeans): Promise<SandboxAnswer> => {
  const answer = await answerPage(means.world, asked)
  if (asked.method !== 'GET') means.player.playDueLater()
  return answer
}

/** Everything the sandbox serves: the service under /v1, its payment pages, its description, and control of it all. */
export const answerAll = (asked: SandboxRequest, means: ServerMeans): Promise<SandboxAnswer> | SandboxAnswer => {
  means.player.refresh()
  if (asked.path.startsWith('/v1/')) return answerApi(means.world, asked)
  if (asked.path.startsWith('/pay/')) return answerCustomer(asked, means)
  if (asked.path === '/sandbox' || asked.path.startsWith('/sandbox/')) return answerControl(asked, means)
  if (asked.path !== '/openapi.json') throw new RequestRefusal(404, 'Not found')
  if (asked.method !== 'GET') throw new RequestRefusal(405, 'Method not allowed', { allow: 'GET' })
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: readOpenApi() }
}
