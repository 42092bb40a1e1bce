import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { expect, test } from 'vitest'
import type { ReceivableImportDocument, ReceivablesDocument } from '../../reports/documents/receivables.ts'
import { DEMO_WEEK } from '../../src/sandbox/index.ts'
import { englishIn } from '../english-words.ts'
import { aUser, startService } from '../judges/worlds.ts'

/** The controller of an agency, who reads Spanish: from the list as people keep it to the aging. */
const start = async () => {
  const service = await startService({ scenario: 'demo-week' })
  const user = aUser({ LANG: 'es_CO.UTF-8', CUADRE_API_KEY: service.apiKey, CUADRE_LOG: 'off', COLUMNS: '80' })
  const say = async (line: string, status = 0): Promise<string> => {
    const seen = await user.say(line)
    expect([seen.status, englishIn(seen.out + seen.err)], `${line}\n${seen.err}`).toEqual([status, []])
    return seen.out + seen.err
  }
  const ask = async <T>(line: string): Promise<T> => JSON.parse((await user.say(`${line} --json`)).out)
  const { body } = await request(`${service.controlUrl}/receivables`)
  return { service, user, say, ask, list: Buffer.from(await body.arrayBuffer()).toString('latin1') }
}

/** A sum as people write it: `$ 1.234.567`. */
const pesosIn = (text = ''): number => Number(text.replace(/[$ .\u00a0]/g, '').replace(',', '.'))
const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)
/** The rows of a CSV file for a spreadsheet in Spanish, by the names of its columns. */
const rowsOf = (path: string): readonly Readonly<Record<string, string>>[] => {
  const lines = readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/)
  const [names = [], ...rows] = lines.filter((line) => !line.startsWith('sep=')).map((line) => line.split(';'))
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [names[at] ?? '', cell.replaceAll('"', '')])))
}

test('the month of a controller in Spanish, from the list to the aging', async () => {
  const { service, user, say, ask, list } = await start()
  await say(`init --yes --base-url ${service.baseUrl}`)
  const settingsFile = join(user.cwd, 'cuadre.config.json')
  const set = (more: object): void =>
    writeFileSync(settingsFile, JSON.stringify({ ...JSON.parse(readFileSync(settingsFile, 'utf8')), ...more }))
  const write = (name: string, text: string): void => writeFileSync(join(user.cwd, name), text, 'latin1')

  // The list has zeros in front, a totals row, and a rent that somebody typed wrong.
  const [head = '', ...lines] = list.trim().split('\r\n')
  const [rows, total] = [lines.slice(0, -1), lines.at(-1) ?? '']
  expect([head, total.split(';')[0]]).toEqual(['Propietario;Contrato;Cédula o NIT;Canon;Fecha límite', 'TOTAL'])
  const at = rows.findIndex((row) => row.includes(';0') && row.endsWith('/03/2026'))
  const [owner = '', contract = '', document = '', rent = '', day = ''] = (rows[at] ?? '').split(';')
  const typed = [owner, contract, document, rent.replace(/[1-8]/, (digit) => `${Number(digit) + 1}`), day].join(';')
  write('cartera.csv', `${[head, ...rows.with(at, typed), total].join('\r\n')}\r\n`)

  const guessed = await ask<{ receivableMapping: object; count: number }>('receivables import cartera.csv --guess')
  expect([guessed.receivableMapping, guessed.count]).toEqual([
    expect.objectContaining({ contract: 'Contrato', amount: 'Canon', owner: 'Propietario', dueDate: 'Fecha límite' }),
    rows.length,
  ])
  await say('receivables import cartera.csv --guess')
  expect(await say('receivables import cartera.csv', 2)).toContain('propone cómo leer sus columnas')
  set({ receivableMapping: guessed.receivableMapping, receivableWindowDays: { before: 5, after: 60 } })
  expect(await say('receivables import cartera.csv')).toContain(
    `cartera.csv: ${rows.length} cobros nuevos, 0 ya conocidos, 1 filas que no son cobros (totales, cero)`,
  )

  // Two nights, and the list again with the right rent.
  await say(`run --from ${DEMO_WEEK.from} --to ${DEMO_WEEK.to}`, 3)
  write('cartera-corregida.csv', list)
  const refused = await say('receivables import cartera-corregida.csv', 2)
  const next = /cuadre (receivables void \d+ --reason) TEXTO/.exec(refused)?.[1] ?? expect.fail(refused)
  expect(await say(`${next} digitado`)).toMatch(/archivo \d+ \(cartera\.csv\) anulado/)
  expect(await say('receivables import cartera-corregida.csv')).toContain(`${rows.length} cobros nuevos`)
  await service.control('POST', '/clock', { advance: 'P1D' })
  user.setClock('2026-03-14T03:30:00Z')
  set({ clock: '2026-03-14T03:30:00Z' })
  await say('run', 3)
  const again = await ask<ReceivableImportDocument>('receivables import cartera-corregida.csv')
  expect(again.imports.map(({ known }) => known)).toEqual([true])

  // The sums foot: the list, its states, the aging, the owners, and what its payments are of.
  const report = await ask<ReceivablesDocument>('receivables list --month 2026-03')
  const ofMarch = rows.filter((row) => row.endsWith('/03/2026'))
  const listed = sum(ofMarch, (row) => pesosIn(row.split(';')[3]))
  const paid = sum(report.list, (line) => line.paid)
  const left = sum(report.list, (line) => line.left)
  expect([report.dues.length, sum(report.dues, (due) => due.amount)]).toEqual([ofMarch.length, listed])
  expect([sum(report.list, (line) => line.amount), paid + left]).toEqual([listed, listed])
  for (const line of report.list) {
    const own = report.dues.filter((due) => due.state === line.state)
    expect([line.state, own.length, sum(own, (due) => due.amount)]).toEqual([line.state, line.dues, line.amount])
  }
  expect(sum(report.owners, (one) => one.amount)).toBe(listed)
  expect(sum(report.owners, (one) => one.paid)).toBe(paid)
  expect(sum(report.payments, (one) => one.ofMonth)).toBe(paid)
  for (const one of report.payments)
    expect(one.ofMonth + one.ofOtherMonths + one.excess + one.second + one.ambiguous + one.unknown).toBe(one.paid)
  expect(sum(report.payments, (one) => one.unknown)).toBe(
    sum(
      report.withoutDue.filter(({ kind }) => kind === 'unknown'),
      (one) => one.paid,
    ),
  )
  const fileOf = (name: string) => rowsOf(join(user.cwd, 'out/receivables/2026-03', `${name}.csv`))
  expect(sum(fileOf('aging'), ({ amount }) => pesosIn(amount))).toBe(listed)
  expect(sum(fileOf('receivables'), ({ amount }) => pesosIn(amount))).toBe(listed)
  expect(sum(fileOf('payments-without-due'), (row) => pesosIn(row.paid))).toBe(
    sum(report.withoutDue, (one) => one.paid),
  )

  // On a screen each table is a table with its total, at 80 columns.
  const screen = await say('receivables list --month 03/2026')
  const totals = [...screen.matchAll(/^= (todos|la lista) +(.*)$/gm)].map(([, , sums = '']) =>
    sums.trim().split(/ +/).map(pesosIn),
  )
  const arrived = sum(report.owners, (one) => one.arrived)
  const [ofMonth, ofOthers, all] = (['ofMonth', 'ofOtherMonths', 'paid'] as const).map((name) =>
    sum(report.payments, (one) => one[name]),
  )
  expect(totals).toEqual([
    [ofMarch.length, listed, paid, left],
    expect.arrayContaining([all, ofMonth, ofOthers]),
    [ofMarch.length, listed, paid, arrived, left],
  ])
  expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)

  // One tenant, by the contract as the list and as a spreadsheet without its zeros have it.
  expect(contract).toMatch(/^0\d+$/)
  for (const text of [contract, contract.replace(/^0+/, '')])
    expect(await say(`find ${text}`)).toMatch(new RegExp(`${contract}/2026-03 .*${rent.replace('$ ', '')}`))
  const [step = ''] = /se sabe qué deben los inquilinos.*/.exec(await say('month 03/2026')) ?? []
  expect(step.trim().split(/ {2,}/).slice(-2).map(pesosIn)).toEqual([ofMarch.length, left])

  // The journal books each payment under the owner of its rent, with the month of the rent.
  const account = '28150501'
  const accounts = ['bank', 'transit', 'operator', 'fees', 'feeTax', 'feesPayable', 'chargebacks', 'adjustments']
    .concat('gateway', 'suspense', 'accepted', 'unknownCredits', 'bankCharges', 'opening')
    .map((name, index) => [name, String(11100501 + index)])
  set({
    journal: { accounts: { ...Object.fromEntries(accounts), tenants: account }, thirdParties: { tenants: 'owner' } },
  })
  await say('journal --detail invoice --from 01/03/2026 --to 31/03/2026')
  const booked = rowsOf(join(user.cwd, 'out/journal/2026-03-01_2026-03-31/journal.csv'))
  expect(sum(booked, ({ debit }) => pesosIn(debit))).toBe(sum(booked, ({ credit }) => pesosIn(credit)))
  const rents = booked.filter((line) => line.account === account && line.kind === 'payment')
  expect(rents.filter(({ third_party, text = '' }) => third_party === owner && /2026-03/.test(text))).not.toEqual([])
})
