import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_WEEK } from '../../src/sandbox/index.ts'
import { demoWeekForAll } from '../cli/sandbox-for-all.ts'
import { type Seen, type } from '../cli/terminal.ts'
import { folderForAll } from '../empty-folder.ts'
import { englishIn } from '../english-words.ts'

/**
 * A reader of Spanish, from the first settings to the closed month: a sandbox with a week of troubles, and one folder.
 */
const { service, at } = await demoWeekForAll()
const cwd = folderForAll()
let runs = 0
const env = { LANG: 'es_CO.UTF-8', CUADRE_API_KEY: service.apiKey, CUADRE_LOG: 'off' }
const io = { ...at(cwd, { newRunId: () => `run-${++runs}`, columns: 100 }), env }

/** Runs a command line; its output must have no English. */
const say = async (line: string, ...words: readonly string[]): Promise<Seen> => {
  const seen = await type([...line.split(' '), ...words], io)
  expect(englishIn(seen.out + seen.err), line).toEqual([])
  return seen
}

test('a night: set up, read, looked at, and what is to be done about it', async () => {
  await say(`init --yes --base-url ${service.baseUrl}`)
  const { out } = await say(`run --from ${DEMO_WEEK.from} --to ${DEMO_WEEK.to}`)
  expect(out).toContain('No han llegado $ 147.966.970 (2 liquidaciones); ')

  // A case is one line, with the number of its other findings.
  expect(out).toMatch(/^\S* +1\.850\.000\S* Lo recaudado no es [^\n]* 12\/03\/2026 11 operador +0 +bda4edc4 \+1$/m)

  const list = await say('discrepancies list')
  expect(list.out).toMatch(/^ +COP qué +liquidación +responde +días +id\nPor resolver\n/)
  const row = /^\S* +120\.000\S* El abono no es [^\n]* 05\/03\/2026 13 operador +7 (\w{8})$/m
  expect(list.out).toMatch(row)
  const id = row.exec(list.out)?.[1] ?? ''
  await say(`discrepancies accept ${id} --until 2026-12-31 --by Ana --reason`, 'así se acordó')
  await say(`discrepancies note ${id} --by Ana --text`, 'queda para abril')
  await say(`discrepancies reopen ${id} --by Ana --reason`, 'no era así')
  await say(`discrepancies claim ${id} --by Ana --ticket PQR-7 --until 2026-12-31 --reason`, 'se pidió al operador')
  const shown = await say(`discrepancies show ${id}`)
  expect(shown.out).toMatch(/^novedad +PAYOUT_MISMATCH de 05\/03\/2026 ciclo 13\n/)
  expect(shown.out).toMatch(/^situación +reclamado hasta el 31\/12\/2026\n/m)
  expect(shown.out).toMatch(/ 12\/03\/2026 22:30 encontrado .*-120\.000/)
  expect(shown.out).toMatch(/ aceptado +Ana +31\/12\/2026 +así se acordó\n/)
  expect(shown.out).toMatch(/ \d+ +lo muestra +no cuadra\n/)
  await say('discrepancies list --code RESTATED')
  await say('discrepancies list --state resolved')
  await say('status')
  await say('explain 2026-03-05 13')
  await say('history 2026-03-05 13')
})

test('the evidence, the database, and the rest of the house', async () => {
  const { out } = await say('audit 2026-03-05 13 --out soporte')
  expect(out).toMatch(
    /^soporte de 05\/03\/2026 ciclo 13: \d+ archivos con su manifiesto y SHA256SUMS, \d+ bytes, en soporte\n/,
  )
  await say('audit 2026-03-05 13 --made')
  expect((await say('audit --verify soporte')).out).toContain('no se agregó nada, y no falta nada')
  writeFileSync(join(cwd, 'soporte/policy.json'), '{}')
  const altered = await say('audit --verify soporte')
  expect([altered.status, altered.out]).toEqual([
    6,
    expect.stringContaining('\nalterado: policy.json (tiene 2 bytes, y no '),
  ])

  expect((await say('db backup')).out).toMatch(
    /^copia de seguridad data\/backups\/.*\ncompleta, hasta el 12\/03\/2026 22:30/,
  )
  expect((await say('db verify')).out).toMatch(/^respuestas +\d+$/m)
  await say('merchants list')
  await say('merchants rename default casa')
  await say('merchants rename casa default')
  // Names of settings and their values are codes.
  const settings = (await type('config', io)).out
  expect(settings).toMatch(/^archivo de parámetros +\S+cuadre\.config\.json\n/)
  expect(settings).toMatch(/^parámetro +viene de +valor\n/m)
  expect(settings).toMatch(/^apiKey +CUADRE_API_KEY +definida\nintegrityKey +predeterminado +sin definir\n/m)
  await say('doctor')
  await say('schedule --health')
  await say('webhooks list')
  await say('inbox')
  await say('settlement get 2026-03-09 11')
  const { id } = JSON.parse((await type('invoice list --limit 1 --json', io)).out).invoices[0]
  await say('invoice list --limit 3')
  await say('invoice list --reference NADA')
  await say(`invoice get ${id}`)
  await say('runs list')
  await say('runs show run-1')
})

test('the month: what is on its way, what was found, the account, closed', async () => {
  await say('find 00050')
  await say('find nadie')
  await say('in-transit --at 2026-03-11 --stored')
  await say('sweep --date 2026-03-09')
  // Its rows are settings and their values, which are codes.
  expect((await type('readings', io)).out).toContain('cumplen')
  await say('fees')
  await say('fees fit')
  expect((await say('statement')).out).toContain('Cuenta con el operador')
  const refused = await say('close --through 2026-03-11 --by Ana')
  expect([refused.status, refused.out]).toEqual([3, expect.stringMatching(/^Sin cerrar: hasta el 11\/03\/2026 /)])
  expect((await say('close --through 2026-03-11 --by Ana --force --reason', 'se reclamó todo')).out).toMatch(
    /^Cerrado hasta el 11\/03\/2026 por Ana; /,
  )
  await say('status')
  await say('close --undo --by Ana --reason', 'faltaba uno')
  expect((await say('export --from 2026-03-10 --to 2026-03-12 --format csv')).status).toBe(0)
  await say('check')
})

test('what is refused says why, and what to do next', async () => {
  for (const line of [
    'rnu',
    'run --date hoy',
    'explain 2020-01-01 11',
    'discrepancies accept 1f0c9a2b',
    'discrepancies show 000000',
    'statement --month 13',
    'close --through 2030-01-01 --by Ana',
    'db backup soporte',
    'audit 2026-03-05 13 --out soporte',
    'merchants rename nadie otro',
    'invoice get nada',
    'settlement get 1990-01-01 11',
    'in-transit --at ayer',
    'webhooks show nada',
    'runs show 999',
    'bank import nada.csv',
  ]) {
    const { status, err } = await say(line)
    expect([status > 0, err], line).toEqual([true, expect.stringMatching(/^cuadre: [A-Z_]+: .+; .+\n$/)])
  }
})

test('the demo', async () => {
  const { out } = await say('demo')
  expect(out).toContain('\n15 de 15 problemas encontrados, en una semana inventada:\n')
})
