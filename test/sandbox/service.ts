import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Said {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly fields: Fields
  /** The invoices of a page. */
  readonly items: readonly Fields[]
}

export interface Sending {
  readonly body?: unknown
  /** Sent unchanged, in place of a body. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Service extends Sandbox {
  /** A request to the service, by default with the key of the first merchant. */
  readonly v1: (method: string, path: string, sending?: Sending) => Promise<Said>
  readonly control: (method: string, path: string, body?: unknown) => Promise<Said>
  readonly create: (changes?: Fields) => Promise<Fields>
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const parsed = (text: string): Fields => {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

const ask = async (url: string, method: string, { body, raw, headers = {} }: Sending): Promise<Said> => {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = content === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url, {
    method,
    headers: { ...type, ...headers },
    redirect: 'manual',
    ...(content === undefined ? {} : { body: content }),
  })
  const text = await response.text()
  const fields = parsed(text)
  const items = Array.isArray(fields.items) ? fields.items.filter(isFields) : []
  return { status: response.status, headers: response.headers, text, fields, items }
}

/** Noon on a Thursday in Bogota, with business days before and after it. */
export const NOON = '2026-03-12T17:00:00.000Z'

export const typicalRequest = (changes: Fields = {}): Fields => ({
  reference: 'ARR-0001',
  amount: 1_850_000,
  description: 'Arriendo marzo, Apto 301',
  redirectUrl: 'https://inmobiliaria.example/volver',
  customerDocumentNumber: '1032456789',
  ...changes,
})

/** A sandbox with a fixed clock, and functions for using it. */
export const openService = async (options: SandboxOptions = {}): Promise<Service> => {
  const sandbox = await startSandbox({ clock: NOON, ...options })
  let references = 0
  const v1: Service['v1'] = (method, path, sending = {}) =>
    ask(`${sandbox.baseUrl}${path}`, method, {
      ...sending,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, ...sending.headers },
    })
  const create = async (changes: Fields = {}): Promise<Fields> => {
    references += 1
    const { status, text, fields } = await v1('POST', '/invoices', {
      body: typicalRequest({ reference: `REF-${references}`, ...changes }),
    })
    if (status !== 201) throw new Error(`not created: ${text}`)
    return fields
  }
  return {
    ...sandbox,
    v1,
    create,
    control: (method, path, body) => ask(`${sandbox.controlUrl}${path}`, method, body === undefined ? {} : { body }),
  }
}
