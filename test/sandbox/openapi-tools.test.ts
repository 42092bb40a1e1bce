import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readOpenApi } from '../../src/sandbox/start.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Inside the project, so that the compiler finds its types. */
const folder = mkdtempSync(join(import.meta.dirname, 'openapi-client', 'node_modules', 'generated-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The output of a tool; all of it when it fails. */
const run = (...words: readonly string[]): string => {
  try {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
    return execFileSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    throw new Error(
      error instanceof Error && 'stdout' in error ? `${error.stdout}${Object(error).stderr}` : String(error),
    )
  }
}

const redocly = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
const generator = join(import.meta.dirname, 'openapi-client/node_modules/openapi-typescript/bin/cli.js')
const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')

/**
 * A program of a user who generated the types. Each line with `@ts-expect-error` would compile if the types were too
 * loose.
 */
const PROGRAM = `
import type { components, paths, webhooks } from './service.js'
type Schemas = components['schemas']

export const request: Schemas['InvoiceRequest'] = {
  reference: 'ARR-1', amount: 3000, description: 'Arriendo', redirectUrl: 'https://a.example', customerDocumentNumber: '1',
}
export const paid = (invoice: Schemas['Invoice']): number =>
  invoice.status === 'paid' || invoice.status === 'chargeback' ? invoice.paymentAmount : 0
// @ts-expect-error what was not paid has no payment
export const never = (invoice: Schemas['UnpaidInvoice']): number => invoice.paymentAmount
export const expiry = (invoice: Schemas['CreatedInvoice']): string => invoice.expirationDate
// @ts-expect-error only a new invoice surely has it
export const perhaps = (invoice: Schemas['Invoice']): string => invoice.expirationDate
export type Page = paths['/invoices']['get']['responses'][200]['content']['application/json']
export const next = ({ cursor }: Page): string | null => cursor
export type Body = webhooks['encodedHeader']['post']['requestBody']['content']['application/json']
export const event = (body: Body): 'payment-request.update' | 'payment-method.update' => body.eventType
`

describe('the OpenAPI document and the tools of others', () => {
  test('Redocly finds nothing in its strict rules', () => {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, readOpenApi())
    expect(run(redocly, 'lint', '--extends=recommended-strict', '--format=json', file)).toMatch(/"problems": \[\]/)
  })

  test('Redocly would find something', () => {
    const file = join(folder, 'wrong.json')
    writeFileSync(file, readOpenApi().replace('"operationId": "getInvoice"', '"operationId": "getSettlement"'))
    expect(() => run(redocly, 'lint', '--extends=recommended-strict', file)).toThrow('operation-operationId-unique')
  })

  test('the types that openapi-typescript generates from it compile, and say what is there', () => {
    writeFileSync(join(folder, 'openapi.json'), readOpenApi())
    run(generator, join(folder, 'openapi.json'), '-o', join(folder, 'service.d.ts'))
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
    ]
    expect(run(compiler, ...options, join(folder, 'program.ts'))).toBe('')
  })
})
