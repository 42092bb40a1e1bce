import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type Seen, type } from './terminal.ts'

/** Life with the findings of the last day of the demo week: one settlement reports an invoice too many. */
const { at } = await demoWeekForAll()
/** A refusal leaves no trace: all are tried on one day's database. */
let untouched: Awaited<ReturnType<typeof aDay>>
const folder = folderForAll()
beforeAll(async () => {
  untouched = await aDay(folder)
})

const COLLECTED = 'bda4edc405336ca0'
const COUNT = '3c1bd3b082627009'

/** A database of one day, and a keyboard. */
const aDay = async (cwd = emptyFolder(), merchant = 'default') => {
  let runs = 0
  const env = { CUADRE_LOG: 'off', CUADRE_MERCHANT: merchant }
  const io = at(cwd, { env, newRunId: () => `run-${++runs}` })
  await type('run --date 2026-03-12', io)
  return { cwd, say: (...words: readonly string[]): Promise<Seen> => type(words, io) }
}
type Say = Awaited<ReturnType<typeof aDay>>['say']

const listed = async (say: Say, ...flags: readonly string[]) => {
  const { out } = await say('discrepancies', 'list', '--json', ...flags)
  return JSON.parse(out).discrepancies.map(({ code, state }: Record<string, string>) => `${code} ${state}`)
}
const BOTH_NEW = ['COLLECTED_MISMATCH new', 'COUNT_MISMATCH new']

describe('list', () => {
  it.each([
    [['--code', 'count_mismatch'], ['COUNT_MISMATCH new']],
    [['--state', 'accepted', '--state', 'resolved'], []],
    [['--severity', 'warning'], []],
    [['--severity', 'error', '--date', '2026-03-12', '--cycle', '11'], BOTH_NEW],
    [['--from', '2026-03-01', '--to', '2026-03-11'], []],
    [['--older-than', '1'], []],
    [['--newer-than', '1'], BOTH_NEW],
  ])('%s leaves %s', async (flags, left) => {
    expect(await listed(untouched.say, ...flags)).toEqual(left)
  })

  it('says so where nothing was ever pulled', async () => {
    expect(await type('discrepancies list', { cwd: emptyFolder() })).toEqual({
      status: 0,
      out: 'Nothing was pulled yet; pull with: cuadre run\n',
      err: '',
    })
  })
})

describe('accept, reopen, note and show', () => {
  it('tell what was done, and the slot and its files say so at once', async () => {
    const { cwd, say } = await aDay()
    const accepted = await say(
      'discrepancies',
      'accept',
      COUNT.slice(0, 6),
      COLLECTED,
      '--reason',
      'agreed',
      '--until',
      '2026-12-31',
      '--by',
      'Ana',
    )
    expect([accepted.status, accepted.err]).toEqual([0, ''])
    expect(accepted.out).toMatch(/^2 discrepancies accepted until 2026-12-31, by Ana\.\n/)
    expect(accepted.out).toContain('2026-03-12 11  every error is accepted or claimed  difference COP 1,850,000\n')
    expect(accepted.out).toContain('out/2026-03-12/')
    expect(readFileSync(join(cwd, 'out/2026-03-12/settlement-ledger.csv'), 'utf8')).toContain(',accepted,')
    expect((await say('check')).status).toBe(0)
    const note = await say('discrepancies', 'note', COUNT, 'asked Marta')
    expect(note.out).toMatch(new RegExp(`^2 discrepancies noted, by ${userInfo().username}\\.\n`))
    const shown = await say('discrepancies', 'show', COUNT)
    expect(shown.out).toMatch(
      /^finding +COUNT_MISMATCH of 2026-03-12 cycle 11\nmerchant +default\nstate +accepted until 2026-12-31\nseverity +error\n/,
    )
    expect(shown.out).toMatch(/ accepted +Ana +2026-12-31 +agreed\n.* noted +\S+ +asked Marta\n/)
    expect(shown.out).toMatch(/ \d+ +shows it +discrepant\n/)
    const json = JSON.parse((await say('discrepancies', 'show', COUNT, '--json')).out)
    expect(json.discrepancy.history.map(({ event }: Record<string, string>) => event)).toEqual([
      'found',
      'accepted',
      'noted',
    ])
    expect(json.discrepancy.pulls).toEqual([
      expect.objectContaining({ shows: true, verdict: 'discrepant', incomplete: null }),
    ])
    const reopened = await say(
      'discrepancies',
      'reopen',
      '--all',
      '--code',
      'COUNT_MISMATCH',
      '--reason',
      'no',
      '--json',
    )
    expect(JSON.parse(reopened.out)).toMatchObject({
      command: 'discrepancies reopen',
      exitCode: 0,
      acts: [COLLECTED, COUNT].map((discrepancy) => ({ kind: 'reopen', discrepancy, reason: 'no', until: null })),
      unchanged: 0,
      slots: [{ date: '2026-03-12', cycle: '11', verdict: 'discrepant', difference: 1_850_000 }],
      error: null,
    })
    expect(await listed(say)).toEqual(['COLLECTED_MISMATCH open', 'COUNT_MISMATCH open'])
  })

  it('done twice, say that it was done', async () => {
    const { say } = await aDay()
    await say('discrepancies', 'accept', COUNT, '--reason', 'agreed')
    const again = await say('discrepancies', 'accept', COUNT, '--reason', 'agreed')
    expect(again.out).toMatch(/^2 as they were: that was done already\.\n/)
    expect((await say('discrepancies', 'accept', '--all', '--code', 'CHARGEBACK', '--reason', 'x')).out).toBe(
      'No discrepancy matches; nothing was done.\n',
    )
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    [
      'an unknown id beside a known one',
      ['accept', COUNT, 'f'.repeat(16), '--reason', 'x'],
      /UNKNOWN_DISCREPANCY: .*f{16}/,
    ],
    ['a word that is no id', ['accept', 'CHARGEBACK', '--reason', 'x'], /USAGE: <id> must be the 16 hex digits/],
    [
      'too few digits',
      ['accept', COUNT.slice(0, 5), '--reason', 'x'],
      /USAGE: <id> must be .*"cuadre discrepancies list"/,
    ],
    ['an acceptance without a reason', ['accept', COUNT], /USAGE: an acceptance needs a reason/],
    ['a reason that says nothing', ['accept', COUNT, '--reason', ' - '], /USAGE: --reason is blank/],
    ['a day that is over', ['accept', COUNT, '--reason', 'x', '--until', '2026-03-11'], /PAST_DATE: .*2026-03-11/],
    [
      'a day that is none',
      ['accept', COUNT, '--reason', 'x', '--until', '2026-02-30'],
      /USAGE: --until is not a valid date/,
    ],
    ['nothing named', ['accept', '--reason', 'x'], /USAGE: no discrepancy is named/],
    ['everything', ['accept', '--all', '--reason', 'x'], /USAGE: --all needs a filter/],
    ['a filter without --all', ['accept', '--code', 'COUNT_MISMATCH', '--reason', 'x'], /USAGE: a filter needs --all/],
    ['ids and a filter', ['accept', COUNT, '--code', 'COUNT_MISMATCH', '--reason', 'x'], /USAGE: ids exclude filters/],
    ['a code that is none', ['accept', '--all', '--code', 'COUNT', '--reason', 'x'], /USAGE: a code is not known/],
    [
      'a state that is none',
      ['list', '--state', 'closed'],
      /USAGE: --state must be one of new, open, accepted, claimed, paid, resolved/,
    ],
    ['days that are no number', ['list', '--older-than', 'week'], /USAGE: --older-than must be a whole number from 0/],
    ['ages that exclude each other', ['list', '--older-than', '7', '--newer-than', '7'], /USAGE: nothing is older/],
    ['two forms at once', ['list', '--csv', '--json'], /USAGE: --csv excludes another form/],
    ['reopening what nobody accepted', ['reopen', COUNT, '--reason', 'x'], /NOT_DECIDED: 3c1bd3b082627009/],
    ['a note that was forgotten', ['note', COUNT, COLLECTED], /USAGE: the note is missing/],
    ['a note without an id', ['note', '--text', 'x'], /USAGE: no discrepancy is named/],
    ['nobody', ['note', COUNT, 'x', '--by', ' '], /USAGE: --by is blank/],
    ['showing what is unknown', ['show', 'f'.repeat(16)], /UNKNOWN_DISCREPANCY/],
    ['a sheet that is not there', ['import', 'absent.csv'], /NOT_A_SHEET: .*ENOENT/],
  ])('refuse %s with 2, and nothing is done', async (_, words, why) => {
    const { say } = untouched
    const { status, err } = await say('discrepancies', ...words)
    expect(status).toBe(2)
    expect(err).toMatch(why)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(await listed(say)).toEqual(BOTH_NEW)
  })

  it('take a beginning for the one id it fits, and an ambiguous one for none', async () => {
    const { say } = untouched
    const { out } = await say('discrepancies', 'show', COUNT.slice(0, 6), '--json')
    expect(JSON.parse(out).discrepancy.id).toBe(COUNT)
    // The ids depend on the name of the merchant: with this one, the first six digits of both are the same.
    const alike = await aDay(emptyFolder(), 'casa-30465340')
    const shown = (id: string): Promise<Seen> => alike.say('discrepancies', 'show', id, '--json')
    for (const id of ['ca5fd0812ef35835', 'ca5fd0dddf3645c1', 'ca5fd08', 'ca5fd0d'])
      expect(JSON.parse((await shown(id)).out).discrepancy.id).toMatch(new RegExp(`^${id}`))
    expect(await shown('ca5fd0')).toMatchObject({
      status: 2,
      err: expect.stringMatching(
        /^cuadre: AMBIGUOUS_ID: more than one discrepancy has an id that begins with ca5fd0; /,
      ),
    })
    expect((await alike.say('discrepancies', 'accept', 'ca5fd0', '--reason', 'x')).status).toBe(2)
    expect(await listed(alike.say)).toEqual(BOTH_NEW)
  })
})

describe('import', () => {
  it('does what a sheet says, and names every wrong row with its line', async () => {
    const { cwd, say } = await aDay()
    const csv = (await say('discrepancies', 'list', '--csv')).out
    const sheet = join(cwd, 'open.csv')
    writeFileSync(sheet, csv.replaceAll(/,,,,$/gm, ',accept,,,'))
    const refused = await say('discrepancies', 'import', 'open.csv')
    expect([refused.status, refused.out]).toEqual([2, 'line 2: it has no reason\n'])
    expect(refused.err).toMatch(/^cuadre: IMPORT_REFUSED: .*one row is wrong, and nothing was applied/)
    const json = await say('discrepancies', 'import', 'open.csv', '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      exitCode: 2,
      rows: [{ line: 2, why: 'it has no reason' }],
      error: { code: 'IMPORT_REFUSED' },
    })
    expect(await listed(say)).toEqual(BOTH_NEW)
    writeFileSync(sheet, csv.replaceAll(/,,,,$/gm, ',accept,agreed,,'))
    expect((await say('discrepancies', 'import', 'open.csv')).out).toMatch(/^2 discrepancies accepted, by /)
    expect((await say('discrepancies', 'import', 'open.csv')).out).toMatch(/^2 as they were: that was done already\.\n/)
    expect((await say('discrepancies', 'list', '--csv')).out).toMatch(/,accept,agreed,,\n/)
  })
})

describe('in Spanish', () => {
  const aSpanishDay = async () => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ language: 'es' }))
    return aDay(cwd)
  }

  it('what was done agrees with the number of discrepancies', async () => {
    const { say } = await aSpanishDay()
    const byAna = ['--reason', 'x', '--by', 'Ana']
    expect((await say('discrepancies', 'accept', COUNT, ...byAna)).out).toMatch(/^2 novedades aceptadas por Ana\.\n/)
    expect((await say('discrepancies', 'reopen', COUNT, ...byAna)).out).toMatch(/^2 novedades reabiertas por Ana\.\n/)
    const both = await say(
      'discrepancies',
      'claim',
      '--all',
      '--date',
      '2026-03-12',
      ...byAna,
      ...['--until', '2026-04-01', '--ticket', 'PQR-7'],
    )
    expect(both.out).toMatch(/^2 novedades reclamadas \(PQR-7\) hasta el 01\/04\/2026 por Ana\.\n/)
  })

  it('a closing counts its settlements by result', async () => {
    const { say } = await aSpanishDay()
    const { out } = await say('close', '--through', '2026-03-12', '--force', '--reason', 'x', '--by', 'Ana')
    expect(out.replaceAll('\n', ' ')).toMatch(/ \d cuadran[.,]/)
    expect(out).toMatch(/\b1 no cuadra\b/)
  })
})

describe('close', () => {
  it.each<readonly [string, readonly string[], RegExp]>([
    ['no day', [], /USAGE: --through is missing/],
    ['a day that is none', ['--through', '31/12/2026'], /USAGE: --through is not a valid date/],
    ['a day to come', ['--through', '2026-03-13'], /NOT_OVER: 2026-03-13 is not over: today is 2026-03-12/],
    ['a day before the database', ['--through', '2026-03-11'], /NOTHING_TO_CLOSE/],
    ['force without a reason', ['--through', '2026-03-12', '--force'], /USAGE: --force needs a reason/],
    ['undo without a reason', ['--undo'], /USAGE: --undo needs a reason/],
    ['undo of a day', ['--undo', '--through', '2026-03-12', '--reason', 'x'], /USAGE: --undo excludes/],
    ['undo when nothing is closed', ['--undo', '--reason', 'x'], /NOT_CLOSED/],
  ])('refuses %s with 2', async (_, words, why) => {
    const { say } = untouched
    const { status, err } = await say('close', ...words)
    expect([status, err]).toEqual([2, expect.stringMatching(why)])
  })
})
