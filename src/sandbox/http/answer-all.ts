import { executeControlRequest } from '../control/answer.ts'
import type { ControlCommand } from '../control/route.ts'
import { answerPage } from '../payment-page/answer.ts'
import type { SandboxAnswer, SandboxRequest } from './answer.ts'
import { answerApi } from './api.ts'
import { saysJson } from './fields.ts'
import { readOpenApi } from './openapi.ts'
import { RequestRefusal } from './refusal.ts'

export type ServerContext = Pick<ControlCommand, 'world' | 'faults' | 'timeline'>

/** A web page's form cannot send JSON, so a control request that changes something must have a JSON body or none. */
const checkControlBody = ({ method, headers }: SandboxRequest): void => {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const hasType = headers['content-type'] !== undefined
  if (method !== 'GET' && (hasBody || hasType) && !saysJson(headers)) {
    throw new RequestRefusal(400, 'The body of a control request must be JSON, with Content-Type: application/json')
  }
}

const answerControl = async (request: SandboxRequest, context: ServerContext): Promise<SandboxAnswer> => {
  checkControlBody(request)
  const answer = await executeControlRequest(request, context)
  if (request.method !== 'GET') await context.timeline.runDue()
  return answer
}

/** Answers at once; the effects of the request, such as a notification, follow later. */
const answerCustomer = async (request: SandboxRequest, context: ServerContext): Promise<SandboxAnswer> => {
  const answer = await answerPage(context.world, request)
  if (request.method !== 'GET') context.timeline.runDueLater()
  return answer
}

/** Answers every request: the service under /v1, its payment pages, its description, and the control requests. */
export const answerAll = (request: SandboxRequest, context: ServerContext): Promise<SandboxAnswer> | SandboxAnswer => {
  context.timeline.refresh()
  if (request.path.startsWith('/v1/')) return answerApi(context.world, request)
  if (request.path.startsWith('/pay/')) return answerCustomer(request, context)
  if (request.path === '/sandbox' || request.path.startsWith('/sandbox/')) return answerControl(request, context)
  if (request.path !== '/openapi.json') throw new RequestRefusal(404, 'Not found')
  if (request.method !== 'GET') throw new RequestRefusal(405, 'Method not allowed', { allow: 'GET' })
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: readOpenApi() }
}
