import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { emptyFolder } from '../empty-folder.ts'
import { startService } from '../stories/service.ts'
import { type } from './terminal.ts'

const DATE = '2026-03-12'

/** A settlement of the service, and a folder with settings that name the operator at the bank. */
const readyToImport = async () => {
  const now = () => Date.parse('2026-03-20T03:30:00Z')
  const service = await startService(now)
  service.tellSettled(DATE, '11', 1)
  const cwd = emptyFolder()
  let runs = 0
  const io: Partial<Io> = { cwd, env: { CUADRE_API_KEY: 'key' }, now, newRunId: () => `run-${++runs}` }
  const settings = { baseUrl: service.baseUrl, bankText: 'OPERADOR' }
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(settings))
  return { service, cwd, io, settings }
}

test('a file is voided by its number, and listed with who voided it and why', async () => {
  const { service, cwd, io, settings } = await readyToImport()
  writeFileSync(join(cwd, 'bank.csv'), '406-000011-22,406,,20260312,,999000.00,2568,ABONO OPERADOR,0\n')
  expect((await type(`run --date ${DATE}`, io)).err).toBe('')
  expect((await type('bank files', io)).err).toContain('NO_BANK_STATEMENT')
  expect((await type('bank import bank.csv --by Ana', io)).err).toBe('')
  const before = (await type('bank files', io)).out
  const number = /^ *(\d+) +bank\.csv/m.exec(before)?.[1] ?? ''
  expect(before.replaceAll(/ +/g, ' ')).toContain(
    `${number} bank.csv 40600001122 2026-03-12 - 2026-03-12 1 2026-03-19 Ana\n`,
  )
  const voided = await type(['bank', 'void', number, '--by', 'Eva', '--reason', 'of the other house'], io)
  expect([voided.status, voided.err]).toEqual([0, ''])
  expect(voided.out).toContain(`bank file ${number} (bank.csv) is void; 1 tie is undone\n`)
  const after = (await type('bank files', io)).out
  expect(after).toMatch(/2026-03-19 +Ana +yes\n/)
  expect(after).toContain(`${number} was voided by Eva on 2026-03-19: of the other house\n`)
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ ...settings, language: 'es' }))
  expect((await type('bank files', io)).out).toContain(`Eva anuló el ${number} el 19/03/2026: of the other house\n`)
  for (const [line, reason] of [
    ['bank void', 'bank void'],
    ['bank void x --reason no', 'no es válido'],
    [`bank void ${number}`, '--reason'],
    [`bank tie ${DATE}/11 --entry abc --reason x`, 'cuadre bank list'],
    [`bank void ${number} --reason no`, 'ya lo anuló Eva'],
  ] as const) {
    const { status, err } = await type(line, io)
    expect(status).toBe(2)
    expect(err).toContain(reason)
  }
  await service.close()
})

test('a payout tied with a credit that was taken back: the tie does not hold, and says why; once more it does', async () => {
  const { service, cwd, io, settings } = await readyToImport()
  const lines = [
    '406-000011-22,406,,20260312,,999000.00,2568,ABONO OPERADOR,0',
    '406-000011-22,406,,20260313,,-999000.00,2568,REVERSO OPERADOR,0',
  ]
  writeFileSync(join(cwd, 'bank.csv'), `${lines.join('\n')}\n`)
  await type(`run --date ${DATE}`, io)
  await type('bank import bank.csv --by Ana', io)
  const [{ number }] = JSON.parse((await type('bank files --json', io)).out).files
  const { err } = await type(`bank list --as-of ${number - 1}`, io)
  expect(err).toContain('no statement of the bank had been imported by then; leave out --as-of, or import one')
  const { reversals } = JSON.parse((await type('bank list --json', io)).out)
  const tie = ['bank', 'tie', `${DATE}/11`, '--entry', reversals[0].credit.id, '--by', 'Ana', '--reason', 'it came']
  const first = await type(tie, io)
  expect([first.status, first.out]).toEqual([0, expect.stringContaining('nothing arrived with it')])
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ ...settings, language: 'es' }))
  const second = await type(tie, io)
  expect([second.status, second.out]).toEqual([0, expect.not.stringContaining('deshecho')])
  await service.close()
})

test('a screen completes the commands in it; a CSV file has the text as it is stored', async () => {
  const { service, cwd, io } = await readyToImport()
  writeFileSync(join(cwd, 'bank.csv'), '406-000011-22,406,,20260312,,999000.00,2568,ABONO OPERADOR,0\n')
  await type(`run --date ${DATE}`, io)
  await type(['bank', 'import', 'bank.csv', '--by', 'cuadre run'], io)
  const files = 'bank files --config cuadre.config.json'
  expect((await type(files, { ...io, columns: 140 })).out).toContain('cuadre run --config cuadre.config.json')
  const { out } = await type(`${files} --format csv`, io)
  expect([out.includes('cuadre run'), out.includes('--config')]).toEqual([true, false])
  await service.close()
})
