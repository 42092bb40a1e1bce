import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { BOGOTA } from '../bogota.ts'

const HEAD = [':20:EXTRACTO', ':25:COBANK/406-000011-22', ':28C:71/1', ':60F:C260311COP1000000,']
const ENTRIES = [
  ':61:2603120312C44590000,00NTRFNONREF//BK-17',
  ':86:ABONO OPERADOR DE PAGOS',
  ':61:2603120313D6000,5NMSC4X1000',
  ':61:260313RC90000,NTRFR1//B2',
  'DEVOLUCION',
  ':61:260313RD10,NTRFR2',
]
const TAIL = [':62F:C260313COP45494009,5', ':86:SALDO DEL DIA', '-']
const read = (lines: readonly string[], newline = '\r\n') =>
  readBankFile(Buffer.from(lines.join(newline)), { zone: BOGOTA, name: 'e.sta' })

describe('MT940', () => {
  test('account, number, balances, entries, reversals, text of several lines', () => {
    expect(read([...HEAD, ...ENTRIES, ...TAIL])).toEqual({
      format: 'mt940',
      leftOut: { notBooked: 0, repeated: 0 },
      statements: [
        {
          account: '40600001122',
          number: '71/1',
          from: '2026-03-12',
          to: '2026-03-13',
          opening: 100_000_000n,
          closing: 4_549_400_950n,
          entries: [
            entry(5, ['2026-03-12', '2026-03-12'], 4_459_000_000n, 'ABONO OPERADOR DE PAGOS', 'BK-17'),
            entry(7, ['2026-03-13', '2026-03-12'], -600_050n, '', '4X1000'),
            entry(8, ['2026-03-13', '2026-03-13'], -9_000_000n, 'DEVOLUCION', 'B2'),
            entry(10, ['2026-03-13', '2026-03-13'], 1_000n, '', 'R2'),
          ],
        },
      ],
    })
  })

  test('in SWIFT blocks, several messages, any line ends', () => {
    const block = [
      `{1:F01BANKCOBBAXXX0000000000}{2:O9400000}{4:`,
      ...HEAD,
      ...ENTRIES,
      ...TAIL.with(2, '-}{5:{CHK:1}}'),
    ]
    const next = block.map((line) => line.replace(':28C:71/1', ':28C:72/1'))
    expect(read([...block, ...next], '\n').statements).toHaveLength(2)
  })

  test('the details of a line of 65 characters go on without a space; subfield codes are no text', () => {
    const full = `${'A'.repeat(64)}B`
    const lines = [
      ...HEAD,
      ':61:2603120312C1,NTRFX',
      `:86:${full}`,
      'C',
      ':61:2603120312D1,NTRFX',
      ':86:166?00ABONO?20OPERADOR',
    ]
    const { statements } = read([...lines, ':62F:C260312COP1000000,'])
    expect(statements[0]?.entries.map(({ text }) => text)).toEqual([`${full}C`, 'ABONO OPERADOR'])
  })

  test('a text that looks like a tag is none', () => {
    const lines = [...HEAD, ':61:2603120312C1,NTRFX', ':86:ABONO', ':22:30 HORA', ':61:2603120312D1,NTRFX']
    expect(read([...lines, ':62F:C260312COP1000000,']).statements[0]?.entries[0]?.text).toBe('ABONO :22:30 HORA')
  })

  test('a bank that counts the tag among the 65 characters', () => {
    const lines = [...HEAD, ':61:2603120312C1,NTRFX', `:86:${'A'.repeat(61)}`, 'B', ':61:2603120312D1,NTRFX']
    expect(read([...lines, ':62F:C260312COP1000000,']).statements[0]?.entries[0]?.text).toBe(`${'A'.repeat(61)}B`)
  })

  test('pages of one statement are one; an overdrawn balance; days around the turn of the year', () => {
    const first = [
      ':20:A',
      ':25:1',
      ':28C:1/1',
      ':60F:D251231COP5,',
      ':61:2512310102C2,NTRFX',
      ':62M:D260102COP3,',
      '-',
    ]
    const second = [
      ':20:A',
      ':25:1',
      ':28C:1/2',
      ':60M:D260102COP3,',
      ':61:2601021231C4,NTRFX',
      ':62F:C260102COP1,',
      '-',
    ]
    const { statements } = read([...first, ...second])
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatchObject({ opening: -500n, closing: 100n, from: '2025-12-31', to: '2026-01-02' })
    expect(statements[0]?.entries.map(({ bookedOn }) => bookedOn)).toEqual(['2025-12-31', '2026-01-02'])
  })

  test('pages between which one is missing are refused', () => {
    const page = (from: string, to: string) => [':20:A', ':25:1', ':28C:1/1', from, to, '-']
    const pages = [...page(':60F:C260312COP5,', ':62M:C260312COP5,'), ...page(':60M:C260313COP9,', ':62F:C260313COP9,')]
    expect(() => read(pages)).toThrow(/line 10: this page does not open with the balance .* so a page is missing/)
  })

  test('the same statement twice counts once, and its equal rows stay two', () => {
    const rows = [':61:2603120312C2,NTRFX', ':61:2603120312C2,NTRFX']
    const one = [':20:A', ':25:1', ':28C:1/1', ':60F:C260311COP5,', ...rows, ':62F:C260312COP9,', '-']
    const { statements } = read([...one, ...one])
    expect(statements.map(({ entries }) => entries.map(({ value }) => value))).toEqual([[200n, 200n]])
  })

  test('a day without entries is covered', () => {
    expect(read([...HEAD, ':62F:C260312COP1000000,']).statements[0]).toMatchObject({
      from: '2026-03-12',
      to: '2026-03-12',
      entries: [],
    })
  })

  test.each([
    [
      'a closing balance that does not follow',
      [...HEAD, ...ENTRIES, ':62F:C260313COP1,'],
      /line 11: its closing balance is COP 1, and opening and entries come to COP 45,494,009\.50$/,
    ],
    ['a file that was cut', [...HEAD, ...ENTRIES], /line 10: the statement ends here without :62F:/],
    ['a file whose beginning is missing', [...HEAD.slice(2), ...ENTRIES, ...TAIL], /format is not recognised/],
    [
      'an entry that is none',
      [...HEAD, ':61:260312X5,NTRF', ...TAIL],
      /line 5: :61: 999999a9,aaaa: no C, D, RC or RD behind its days/,
    ],
    [
      'a sum with three decimals',
      [...HEAD, ':61:260312C5.000NTRFX', ...TAIL],
      /line 5: :61: its sum 9\.999: its decimal sign is another/,
    ],
    ['another currency', [...HEAD, ':62F:C260312USD1,'], /line 5: its currency is not COP/],
    ['a balance that is none', [...HEAD, ':62F:C260312COP'], /line 5: :62F: it has no sum/],
  ])('%s is refused', (_, lines, message) => {
    expect(() => read(lines)).toThrow(
      expect.objectContaining({ code: 'BANK_FILE_WRONG', message: expect.stringMatching(message) }),
    )
  })
})

const entry = (position: number, days: readonly [string, string], value: bigint, text: string, reference: string) => ({
  bookedOn: days[0],
  valueOn: days[1],
  value,
  text,
  reference,
  position,
})
