import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { demoMerchant, openDesk, tokenIn, valuesOf } from './desk.ts'

test('what tenants owe: a due is tied with a payment and untied, as the command does', async () => {
  const cwd = emptyFolder()
  const user = await demoMerchant(cwd)
  const desk = await openDesk(user)
  const { status, text } = await desk.get('receivables')
  expect([status, text]).toEqual([200, expect.stringContaining('receivables list')])
  // What needs a person stands before what is well, and is chosen from in the same order.
  expect(text.indexOf('>Dues to look at<')).toBeLessThan(text.indexOf('>The list by state<'))
  expect(valuesOf(text, 'due')[0]).toBe('91383/2026-03')
  // The days since a due date are no cycle.
  expect(text).not.toContain('settlement?date=')
  const [due = '', payment = ''] = [valuesOf(text, 'due')[0], valuesOf(text, 'payment')[0]]
  const seen = valuesOf(text, 'seen')[0] ?? ''
  const fields = [
    ['token', tokenIn(text)],
    ['back', 'receivables'],
    ['seen', seen],
    ['due', due],
    ['payment', payment],
    ['reason', 'paid by her brother'],
  ] as const
  const tied = await desk.post('act/rent-tie', fields)
  expect([tied.status, tied.text]).toEqual([303, ''])
  const { ties } = JSON.parse((await user.type(['receivables', 'list', '--json'])).out)
  expect(ties).toMatchObject([{ dues: [due], payments: [payment], reason: 'paid by her brother', undone: null }])
  const after = (await desk.get('receivables')).text
  const tie = String(ties[0].number)
  const undone = await desk.post('act/rent-untie', [
    ['token', tokenIn(after)],
    ['back', 'receivables'],
    ['seen', valuesOf(after, 'seen')[0] ?? ''],
    ['tie', tie],
    ['reason', 'it was not'],
  ])
  expect([undone.status, undone.text]).toEqual([303, ''])
  const late = await desk.post('act/rent-void', [
    ['token', valuesOf(after, 'token').at(-1) ?? ''],
    ['back', 'receivables'],
    ['seen', 'other'],
    ['file', '1'],
    ['reason', 'x'],
  ])
  expect(late.status).toBe(409)
  expect(readFileSync(join(cwd, 'cuadre-demo/cuadre.config.json'), 'utf8')).toContain('receivable')
}, 60_000)
