import type { SandboxRequest } from './answer.ts'
import { RequestRefusal } from './refusal.ts'

export type Fields = Readonly<Record<string, unknown>>

const INVALID_JSON = 'Invalid JSON in request body'

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestRefusal(400, INVALID_JSON)
  }
}

export const saysJson = (headers: SandboxRequest['headers']): boolean =>
  /^application\/json\s*(;|$)/i.test(String(headers['content-type'] ?? ''))

/** The JSON object a request carries; request bodies are JSON with its content type (api.md, Endpoints). */
export const readFields = async (request: SandboxRequest): Promise<Fields> => {
  // One documented message covers both: a body that is not JSON, and one without the content type of JSON (api.md, Errors).
  if (!saysJson(request.headers)) throw new RequestRefusal(400, INVALID_JSON)
  const value = parseBody(await request.body())
  if (!isFields(value)) throw new RequestRefusal(400, 'Request body must be a JSON object')
  return value
}

/** Like `readFields`, for requests whose body is optional. */
export const readOptionalFields = async (request: SandboxRequest): Promise<Fields> =>
  request.headers['content-type'] === undefined ? {} : readFields(request)
