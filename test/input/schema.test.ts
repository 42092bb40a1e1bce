import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { FILE_SETTINGS } from '../../src/input/file-settings.ts'
import { configSchema } from '../../src/input/schema.ts'
import { jsonText } from '../../src/print/json.ts'

const schema = JSON.parse(jsonText(configSchema()))
const fits = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)

describe('the schema of the settings file', () => {
  it('is itself a schema, and knows every setting, each with a sentence', () => {
    for (const name of Object.keys(FILE_SETTINGS)) expect(schema.properties[name].description).toMatch(/^[A-Z].*\.$/s)
    expect(schema.properties.toleranceCop.default).toBe(0)
    expect(schema.properties.invoiceMinCop.default).toBe(3000)
  })

  it('takes every default', () => {
    for (const [name, { otherwise }] of Object.entries(FILE_SETTINGS)) {
      if (otherwise === null) continue
      expect([name, fits({ [name]: JSON.parse(jsonText(otherwise)) })]).toEqual([name, true])
    }
  })

  it.each([
    [{}],
    [{ $schema: './cuadre.config.schema.json' }],
    [{ baseUrl: 'HTTP://localhost:8080/v1/', policy: { gateway: 'same', cycleAliases: { '11:00': '11' } } }],
    [{ envFile: 'cuadre.env', apiKeyVariable: 'KEY_OF_CASA', integrityKeyFile: '../keys/integrity' }],
    [{ taxOnFeesRate: null, absentStatuses: [], extraCycles: [] }],
    [{ webhookPayloadField: 'payload' }],
    [{ webhookPayloadField: null }],
    [{ absentStatuses: [200, 204, 404, 500], absentBodies: ['empty', 'null', '{}', 'html'] }],
    [
      {
        merchants: [
          { name: 'casa', apiKeyFile: 'casa.key', out: 'x', cycles: ['11'], policy: { chargebacks: 'excluded' } },
        ],
      },
    ],
  ])('takes %j', (document) => {
    expect(fits(document) || fits.errors).toBe(true)
  })

  it.each([
    [[]],
    [{ baseurl: 'https://service.example/v1' }],
    [{ apiKey: 'sk_live_0123456789' }],
    [{ apiKeyVariable: 'sk_live_0123456789' }],
    [{ baseUrl: 'ftp://service.example' }],
    [{ cycles: [] }],
    [{ cycles: [11] }],
    [{ absentStatuses: [401] }],
    [{ policy: { db: 'x' } }],
    [{ merchants: [] }],
    [{ merchants: [{}] }],
    [{ merchants: [{ name: '../casa' }] }],
    [{ merchants: [{ name: 'casa', db: 7 }] }],
    [{ merchants: { folder: 'a', command: ['b'] } }],
    [{ merchants: [{ name: 'casa', apiKey: 'sk_live_0123456789' }] }],
  ])('refuses %j', (document) => {
    expect(fits(document)).toBe(false)
  })

  it('stands in the package, where the build puts it', () => {
    const shipped = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/cuadre.config.schema.json'), 'utf8'))
    expect([shipped.title, new Ajv({ allowUnionTypes: true }).compile(shipped)({ pageLimit: 0 })]).toEqual([
      schema.title,
      false,
    ])
  })
})
