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
      leftOut: { notBooked: 0, doubled: 0 },
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
    ['Citi: spaces for the booking day, the currency P', ':61:260312    CP100,00NMSCNONREF//', 100, null],
    ['ING, Triodos: a type of three', ':61:260312C100,00NOV NONREF', 100, null],
    ['Sberbank: a type of one', ':61:2603120312DF100,00S   X', -100, 'X'],
    ['Rabobank: zeros, and a name behind the reference', ':61:260312C000000000100,00N0440121', 100, '0121'],
    ['Commerzbank: spaces around the type', ':61:2603120312C100,00 NTRF NONREF//B7', 100, 'B7'],
    ['an indian bank: CR and DR', ':61:2603120312DR100,00NCHK734', -100, '734'],
    ['a debit in dollars', ':61:260312    DD100,00NMSCNONREF//', -100, null],
    ['no type', ':61:2603120312C100,00', 100, null],
    ['no type, but no reference', ':61:2603120312C100,00NONREF', 100, null],
    ['a decimal point', ':61:2603120312C100.00NTRFX', 100, 'X'],
    ['groups and a decimal point', ':61:2603120312C1,000.00NTRFX', 1000, 'X'],
    ['a reversed credit with a currency', ':61:2603120312RCP100,00NTRFX', -100, 'X'],
    ['spaces between its parts', ':61:260312 0312 C 100,00NTRFX', 100, 'X'],
  ])('%s', (_, line, pesos, reference) => {
    const lines = [...HEAD, line, `:62F:C260312COP${1_000_000 + pesos},`]
    const [entry] = read(lines).statements[0]?.entries ?? []
    expect(entry).toMatchObject({ bookedOn: '2026-03-12', value: BigInt(pesos * 100), reference })
  })

  test.each([
    ['BANKCOBB/0123456789COP', '0123456789'],
    ['BANKCOBB/0123456789/COP', '0123456789'],
    ['0123456789 COP', '0123456789'],
    ['0123.456-789', '0123456789'],
    ['COP', 'COP'],
  ])('the account %s is %s', (written, account) => {
    expect(read([...HEAD.with(1, `:25:${written}`), ':62F:C260312COP1000000,']).statements[0]?.account).toBe(account)
  })

  test('several :86: of an entry, fields that are not of SWIFT, a balance without currency, other balances', () => {
    const lines = [
      ...[...HEAD.slice(0, 3), ':NS:22EMPRESA', '23CUENTA', ':60F:C260311COP1000000,', ':13D:2603121200-0500'],
      ...[
        ':61:2603120312C1,NTRFX',
        '/OCMT/COP1,/',
        ':86:ABONO',
        ':86:OPERADOR',
        ':61:2603120312D1,NTRFX',
        ':NS:01PAGO',
      ],
      ...[':62F:C2603121000000,00', ':64:C260312COP5,', ':65:C260313COP5,', ':86:SALDO', '', '-'],
    ]
    expect(read(lines).statements[0]?.entries.map(({ text }) => text)).toEqual(['/OCMT/COP1,/ ABONO OPERADOR', 'PAGO'])
  })

  const page = (opening: string, day: string, closing: string) => [
    ...[':25:1', ':28C:1/1', `:60F:C260311COP${opening},`, `:61:${day}C1,NTRFX`, `:62F:C260312COP${closing},`],
  ]
  const [ONE, TWO] = [page('5', '260312', '6'), page('6', '260312', '7')]
  test.each([
    ['behind the end of a file in DOS', [':20:A', ...ONE, '\x1a:20:B', ...TWO]],
    ['behind it on the same line', [':20:A', ...ONE.with(4, `${ONE[4]}\x1a:20:B`), ...TWO]],
    ['behind a byte order mark', [':20:A', ...ONE, '-', '\ufeff:20:B', ...TWO]],
    ['behind a space', [':20:A', ...ONE, ' :20:B', ...TWO]],
    ['without :20:', [':20:A', ...ONE, '-', ...TWO]],
    [
      'without :20: and an end',
      ['ABNANL2A', '940', 'ABNANL2A', ...ONE, '-', 'ABNANL2A', '940', 'ABNANL2A', ...TWO, '-'],
    ],
    ['behind its own kind', [':940:', ':20:A', ...ONE, '', ':940:', ':20:B', ...TWO]],
    [
      'in SWIFT frames on one line',
      [
        '\x01{1:F01X}{2:I940XN}{3:{108:1}}{4:',
        ':20:A',
        ...ONE,
        '-}{5:{CHK:1}}\x03\x01{1:F01X}{2:I940XN}{4:',
        ...TWO,
        '-}\x03',
      ],
    ],
  ])('a second statement %s', (_, lines) => {
    const { statements } = read(lines)
    expect(statements.map(({ entries }) => entries.length)).toEqual([1, 1])
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
      /line 5: :61: its sum 9\.999: the three digits at its end may be thousands or decimals/,
    ],
    [
      'an entry behind the closing',
      [':20:A', ...ONE, ':61:260312C1,NTRFX', '-'],
      /line 7: an entry or a closing balance stands outside/,
    ],
    [
      'a second closing',
      [':20:A', ...ONE, ':62F:C260312COP6,', '-'],
      /line 7: an entry or a closing balance stands outside/,
    ],
    [
      'a second opening',
      [':20:A', ...ONE.slice(0, 3), ...ONE.slice(2)],
      /line 5: a field of the head stands behind the opening/,
    ],
    ['a second account', [':20:A', ':25:2', ...ONE], /line 3: a field stands a second time/],
    [
      'an entry inside a line',
      [...HEAD, ':86:ABONO:61:260312C1,NTRFX', ...TAIL],
      /line 5: a field begins inside a line/,
    ],
    [
      'a text between statements',
      [':20:A', ...ONE, '-', 'ABONO 100', ':20:B', ...TWO],
      /line 8: a text stands where none belongs/,
    ],
    ['an entry outside of a statement', [':20:A', ...ONE, '-', ':61:260312C1,NTRFX'], /line 8: a field stands outside/],
    ['a field of another message', [...HEAD, ':32A:260312COP1,', ...TAIL], /line 5: MT940 does not have this field/],
    ['a day that is none', [...HEAD, ':61:260230C1,NTRFX', ...TAIL], /line 5: :61: 999999 is not a day/],
    ['no mark', [...HEAD, ':61:260312100,NTRFX', ...TAIL], /no C, D, RC or RD behind its days/],
    [
      'a sum with letters',
      [...HEAD.with(3, ':60F:C260312COP1O,'), ...TAIL],
      /line 4: :60F: its sum 9a,: it has letters/,
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
