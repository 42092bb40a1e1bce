import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { toPesos } from '../../src/core/money.ts'
import type { ReceivableMapping } from '../../src/core/receivables.ts'
import { receivableMappingReader, windowDaysReader } from '../../src/input/bank/receivable-mapping-reader.ts'
import { guessList } from '../../src/receivables/guess-list.ts'
import { monthIn, readReceivableFile } from '../../src/receivables/read-list.ts'
import { CuadreError } from '../../src/std/errors.ts'

const mapping = (given: Partial<ReceivableMapping>): ReceivableMapping => {
  const read = receivableMappingReader({ amount: 'Canon', headerRows: 1, ...given })
  return read !== null && 'amount' in read ? read : expect.fail(JSON.stringify(read))
}

const USUAL = mapping({ contract: 'Contrato', document: 'Cédula', dueDate: 'Vence', reference: 'Referencia' })

const list = (text: string | Uint8Array, one: ReceivableMapping | null = USUAL, month: string | null = null) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const file = readReceivableFile(bytes, { name: 'october.csv', mapping: one, month })
  return file.kind === 'list' ? file : expect.fail(file.kind)
}

const refusal = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof CuadreError) return `${error.code} ${error.message}`
    throw error
  }
  return expect.fail('it was read')
}

const HEADER = 'Contrato;Cédula;Referencia;Canon;Vence\n'

describe('a list of dues', () => {
  test('is read as people keep it: grouped sums, days first, zeros in front, totals', () => {
    const { dues, leftOut } = list(
      `${HEADER}A-101;1.020.300;00077;$ 1.250.000;05/10/2026\n00000;52000111;R2;980.000,50;25/10/2026\n;;;;\nTOTAL;;;2.230.000,50;\n`,
    )
    expect(
      dues.map((due) => [due.key, due.contract, due.reference, toPesos(due.amount), due.dueDate, due.row]),
    ).toEqual([
      ['A-101/2026-10', 'A-101', '00077', '1250000', '2026-10-05', 2],
      ['R2/2026-10', null, 'R2', '980000.5', '2026-10-25', 3],
    ])
    expect(leftOut).toBe(1)
  })

  test('in Windows-1252 is the same list', () => {
    const text = `${HEADER}A-101;1;R1;100;31/10/2026\n`
    expect(list(Buffer.from(text, 'latin1')).dues).toEqual(list(text).dues)
  })

  test('by period alone is due on its first day; an id of the list is its key', () => {
    const { dues } = list(
      'Id,Contrato,Canon,Mes\n7,A,100,octubre de 2026\n',
      mapping({ dueId: 'Id', contract: 2, period: 'Mes' }),
    )
    expect(dues[0]).toMatchObject({ key: '7', dueDate: '2026-10-01', month: '2026-10' })
  })

  test.each([
    ['2026-10', '2026-10'],
    ['10/2026', '2026-10'],
    ['202610', '2026-10'],
    ['Oct-26', '2026-10'],
    ['septiembre 2026', '2026-09'],
    ['05/10/2026', '2026-10'],
    [46_300, '2026-10'],
    ['13/2026', null],
    ['canon', null],
  ])('the period %s is %s', (text, month) => {
    expect(monthIn(text)).toBe(month)
  })

  test.each<[string, string, string | null]>([
    ['A;1;R;mil pesos;15/10/2026\n', 'line 2: it has no sum in pesos: aaa aaaaa', null],
    ['A;1;R;;15/10/2026\n', 'line 2: it has no value', null],
    ['A;1;R;-100;15/10/2026\n', 'line 2: its amount is below zero', null],
    ['A;1;R;100;31/02/2026\n', 'line 2: its day is not a date: 99/99/9999', null],
    [';;;100;13/10/2026\n', 'line 2: it has neither a reference, nor a contract, nor a document', null],
    ['A;1;R;100;13/09/2026\n', 'line 2: it is of 2026-09, and the list is said to be of 2026-10', '2026-10'],
    [
      'A;1;R;100;13/10/2026\nB;2;S;100;14/10/2026\nA;1;R;100;15/10/2026\n',
      'line 2 and line 4: the same due twice',
      null,
    ],
    ['A;1;R;100;03/04/2026\n', 'line 2: its days can be read as dd/mm and as mm/dd', null],
    ['A;1;R;0;13/10/2026\n', 'it has no dues', null],
  ])('%j is refused: %s', (rows, said, month) => {
    expect(refusal(() => list(`${HEADER}${rows}`, USUAL, month))).toContain(
      `RECEIVABLE_FILE_WRONG october.csv: ${said}`,
    )
  })

  test('all that stands twice is named at once: five pairs, and how many more', () => {
    const rows = [...Array(7).keys()].map((at) => `${at};${at};R;100;13/10/2026\n`).join('')
    const said = refusal(() => list(`${HEADER}${rows}${rows}`))
    expect(said).toContain('line 2 and line 9; line 3 and line 10; line 4 and line 11')
    expect(said).toContain('line 6 and line 13; 2 more: the same due twice')
  })

  test('a row with a name and a sum, and no day, is refused where the list has days', () => {
    const rows = 'A;1;R;100;13/10/2026\nB;2;S;100;\n'
    expect(refusal(() => list(`${HEADER}${rows}`))).toContain('line 3: it has no day')
  })

  test('without a mapping the refusal names the command that proposes one', () => {
    expect(refusal(() => list(`${HEADER}A;1;R;100;13/10/2026\n`, null))).toContain(
      'receivableMapping does not describe',
    )
  })

  test('no cell of it is ever quoted', () => {
    const said = refusal(() => list(`${HEADER}A;ANA GOMEZ 52000111;R;ANA;05/10/2026\n`))
    expect(said).not.toMatch(/ANA|52000111/)
  })

  test.each<[string, Buffer, string]>([
    ['a PDF', Buffer.from('%PDF-1.7'), 'it is a PDF'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'it is an old Excel file'],
    ['nothing', Buffer.alloc(0), 'it is empty'],
    ['a cut zip', Buffer.from([0x50, 0x4b, 3, 4, 9, 9]), 'it is a workbook that is cut, damaged or far too large'],
  ])('%s is refused', (_, bytes, said) => {
    expect(refusal(() => list(bytes))).toContain(said)
  })

  test('a workbook that unpacks without end is refused', () => {
    expect(refusal(() => list(zipOf('xl/workbook.xml', Buffer.alloc(80 * 2 ** 20, 0x20))))).toContain('far too large')
  })
})

/** A zip with one part. */
const zipOf = (name: string, bytes: Buffer): Buffer => {
  const packed = deflateRawSync(bytes)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

describe('a guess', () => {
  const ASKED = { name: 'a.csv', mapping: null, month: null }

  test('names the columns of a list by their names, and shows its rows', () => {
    const text = `Inmobiliaria Uno;;;;\nOctubre 2026;;;;\nPropietario;Nro. Contrato;Cédula;Valor canon;Fecha límite de pago\nLuz;0012;1.020.300;1.250.000;05/10/2026\nLuz;0013;52000111;980.000;25/10/2026\nTOTAL;;;2.230.000;\n`
    const { receivableMapping, rows, count, refusal: why } = guessList(Buffer.from(text), ASKED)
    expect(receivableMapping).toEqual({
      dueId: null,
      reference: null,
      contract: 'Nro. Contrato',
      document: 'Cédula',
      amount: 'Valor canon',
      dueDate: 'Fecha límite de pago',
      period: null,
      concept: null,
      owner: 'Propietario',
      headerRows: 3,
      footerRows: 0,
      dates: null,
      decimal: null,
      encoding: null,
      delimiter: ';',
    })
    expect([rows.map(({ key }) => key), count, why]).toEqual([['0012/2026-10', '0013/2026-10'], 2, null])
    expect(receivableMappingReader(receivableMapping)).toEqual(receivableMapping)
  })

  test('says why its own proposal would be refused', () => {
    const text = `Contrato;Canon;Vence\nA;100;05/10/2026\nA;100;15/10/2026\n`
    expect(guessList(Buffer.from(text), ASKED).refusal?.en).toContain('line 2 and line 3: the same due twice')
  })

  test('proposes days first where no row decides', () => {
    const text = `Contrato;Canon;Vence\nA;100;05/10/2026\n`
    expect(guessList(Buffer.from(text), ASKED).receivableMapping?.dates).toBe('dd/mm/yyyy')
  })

  test('of rows without names asks for numbers', () => {
    expect(refusal(() => guessList(Buffer.from('A;100;05/10/2026\n'), ASKED))).toContain('names its columns')
  })
})

describe('the settings', () => {
  test.each([{ amount: 1 }, { amount: 1, contract: 2 }, { amount: 1, dueDate: 2 }, { amount: 0 }, { x: 1 }, 'a'])(
    '%j is no mapping',
    (raw) => {
      expect(receivableMappingReader(raw)).toHaveProperty('mustBe')
    },
  )
  test('a window has two numbers of days', () => {
    expect(windowDaysReader({ before: 0, after: 366 })).toEqual({ before: 0, after: 366 })
    for (const raw of [null, { before: 1 }, { before: 1, after: 367 }, { before: 1, after: 2, x: 3 }, 5])
      expect(windowDaysReader(raw)).toHaveProperty('mustBe')
  })
})

/** Lines of Asobancaria 2001. */
const line = (...parts: readonly (readonly [at: number, text: string])[]): string => {
  let text = ''
  for (const [at, part] of parts) text = text.padEnd(at - 1) + part
  return text
}
const HEAD = line([1, '01'], [3, '9001234560'], [13, '20261005'], [21, '007'], [24, '00000012345678901'])
const BATCH = line([1, '05'], [3, '7701234567890'], [16, '0001'])
const operation = (reference: string, pesos: number, sequence: number, reason = '') =>
  line(
    [1, '06'],
    [3, reference.padStart(48, '0')],
    [51, String(pesos * 100).padStart(14, '0')],
    [75, '123456'],
    [88, String(sequence).padStart(7, '0')],
    [95, reason],
  )
const control = (kind: '08' | '09', count: number, pesos: number) =>
  line([1, kind], [3, String(count).padStart(9, '0')], [12, String(pesos * 100).padStart(18, '0')])

const collections = (...lines: readonly string[]) => {
  const file = readReceivableFile(Buffer.from(`${lines.join('\r\n')}\r\n`), {
    name: 'a.txt',
    mapping: null,
    month: null,
  })
  return file.kind === 'bank' ? file : expect.fail(file.kind)
}

describe('collections of Asobancaria 2001', () => {
  const WHOLE = [
    HEAD,
    BATCH,
    operation('101', 1_250_000, 1),
    operation('102', 980_000, 2, 'R01'),
    control('08', 2, 2_230_000),
    control('09', 2, 2_230_000),
  ]

  test('are payments of the day of the file; what was returned is none', () => {
    const { payments, returned } = collections(...WHOLE)
    expect(payments).toEqual([
      {
        id: expect.stringMatching(/^bank-[0-9a-f]{12}$/),
        reference: '101',
        paid: 125000000n,
        paidOn: '2026-10-05',
        row: 3,
      },
    ])
    expect(returned).toBe(1)
    const looked = guessList(Buffer.from(WHOLE.join('\n')), { name: 'a', mapping: null, month: null })
    expect(looked).toMatchObject({ receivableMapping: null, rows: [{ key: '101' }], count: 1, refusal: null })
  })

  test('an operation has the same id in another file, and two equal ones have two', () => {
    const twice = collections(
      HEAD,
      BATCH,
      operation('101', 5, 1),
      operation('101', 5, 1),
      control('08', 2, 10),
      control('09', 2, 10),
    )
    const again = collections(HEAD, BATCH, operation('101', 5, 1), control('08', 1, 5), control('09', 1, 5))
    const ids = twice.payments.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    expect(again.payments[0]?.id).toBe(ids[0])
  })

  test.each<[string, readonly string[], string]>([
    ['without its end', WHOLE.slice(0, -1), 'its last record (09) is missing'],
    [
      'with another count',
      [...WHOLE.slice(0, 4), control('08', 3, 2_230_000), control('09', 2, 2_230_000)],
      'line 5: its count',
    ],
    [
      'with another sum',
      [...WHOLE.slice(0, 4), control('08', 2, 2_230_001), control('09', 2, 2_230_000)],
      'line 5: its sum',
    ],
    ['with another sum at its end', [...WHOLE.slice(0, 5), control('09', 2, 7)], 'line 6: its sum'],
    [
      'with text for a sum',
      [HEAD, BATCH, operation('1', 5, 1).replace('00000000000500', 'x0000000000500')],
      'line 3: its value',
    ],
    ['with no day', [HEAD.replace('20261005', '20261305'), BATCH], 'line 1: its day'],
    ['with an unknown record', [HEAD, BATCH, '07'], 'line 3: its record is unknown'],
    ['with an operation outside a batch', [HEAD, operation('1', 5, 1)], 'line 2: its record'],
    ['with more after its end', [...WHOLE, BATCH], 'line 7: its record'],
    ['with a line too long', [HEAD, BATCH.padEnd(163, 'x')], 'line 2: it has more than 162'],
    ['with text for a count', [...WHOLE.slice(0, 4), '08x'], 'line 5: its count or its sum is not a number'],
  ])('%s are refused', (_, lines, said) => {
    expect(refusal(() => collections(...lines))).toContain(said)
  })
})
