import { describe, expect, it } from 'vitest'
import type { SweepReport } from '../../jobs/sweep.ts'
import { sweepText } from '../../src/cli/commands/sweep.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { slot } from '../core/a.ts'
import { aReport, READ_AT } from '../reports/a-slot.ts'

const aSweep = (instead: Partial<SweepReport> = {}): SweepReport => ({
  runId: 'a-sweep',
  slots: [],
  files: [],
  outcome: 'agrees',
  exitCode: 0,
  error: null,
  swept: [slot()],
  listed: [{ date: slot().date, number: 1, pages: 1, items: 3, malformed: 0, unlisted: 0 }],
  failed: [],
  waiting: [],
  ...instead,
})
const FAILED = [{ date: slot('2026-03-13').date, reason: { en: 'it timed out', es: 'tardó demasiado' } }]
const told = (report: SweepReport, language: 'en' | 'es' = 'en'): string =>
  sweepText(report, [], {
    display: { width: 100, colour: false, language },
    zone: zoneByName('America/Bogota'),
    now: READ_AT,
    all: false,
    pasteable: (command) => command,
  }).replace(/\s+/g, ' ')

describe('the text of a sweep', () => {
  it('says that nothing differs only where every date was listed', () => {
    expect(told(aSweep())).toContain('each is in a settlement that is asked for. No differences.')
    const failed = told(aSweep({ failed: FAILED }))
    expect(failed).toContain('2026-03-13 could not be listed: it timed out Not every date could be listed;')
    expect(failed).not.toContain('No differences')
  })

  it('concludes over what was read, also where a date could not be listed', () => {
    const text = told(aSweep({ failed: FAILED, slots: [aReport()] }))
    expect(text).toContain('Not every date could be listed; nothing is known about those yet.')
    expect(text).toContain('The operator paid COP 1,850,000 too much (1 settlement).')
  })

  it('speaks of those invoices only that could be read', () => {
    const [listed] = aSweep().listed
    const spoilt = aSweep({ listed: listed ? [{ ...listed, malformed: 1 }] : [] })
    expect(told(spoilt)).toContain(
      'each that could be read is in a settlement that is asked for. 1 record of these lists could not be read;',
    )
    expect(told(spoilt, 'es')).toContain('cada una que se pudo leer está en un ciclo que se consulta.')
    expect(told(spoilt, 'es')).toContain('No se pudo leer 1 registro; no se sabe si su factura está en alguna')
  })
})
