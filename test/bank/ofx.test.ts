import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { BOGOTA } from '../bogota.ts'

const HEADER = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n'
const EITHER = /line 10: <STMTTRN>: its sum [-9,.]+: the three digits at its end may be thousands or decimals/
const transaction = (type: string, amount: string, rest: string) =>
  `<STMTTRN>\n<TRNTYPE>${type}\n<DTPOSTED>20260312120000[-5:COT]\n<TRNAMT>${amount}\n${rest}</STMTTRN>`
const LIST = [
  transaction('CREDIT', '44590000.00', '<FITID>F1\n<NAME>OPERADOR & CIA\n<MEMO>\n<DTAVAIL>20260313\n'),
  transaction('DEBIT', '-6000,5', '<FITID>F2</FITID>\n<NAME>4X1000</NAME><MEMO>Comisi\u00f3n\n'),
]
const sgml = (list: readonly string[], currency = 'COP') =>
  [
    `${HEADER}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS></SONRS></SIGNONMSGSRSV1>`,
    `<BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>7<ACCTID>406-000011-22</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>20260301<DTEND>20260331`,
    ...list,
    '</BANKTRANLIST><LEDGERBAL><BALAMT>1<DTASOF>20260401</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\n')
const read = (text: string) => readBankFile(Buffer.from(text, 'latin1'), { zone: BOGOTA, name: 'a.ofx' })

const STATEMENT = {
  account: '40600001122',
  number: null,
  from: '2026-03-01',
  to: '2026-03-31',
  opening: null,
  closing: null,
}

describe('OFX', () => {
  test.each([
    ['20260312', '2026-03-12'],
    ['20260313033000[0:GMT]', '2026-03-12'],
    ['20260313033000.000[0]', '2026-03-12'],
    ['20260312233000[-5:COT]', '2026-03-12'],
    ['20260312233000', '2026-03-12'],
    ['20260313000000[0:GMT]', '2026-03-13'],
    ['20260313043000[+1]', '2026-03-12'],
  ])('a transaction posted at %s is of %s in Bogotá; midnight is the day as written', (at, day) => {
    const posted = transaction('CREDIT', '1', '').replace('20260312120000[-5:COT]', at)
    expect(read(sgml([posted])).statements[0]?.entries).toMatchObject([{ bookedOn: day }])
  })

  test('SGML: ends that are left out, an empty element, a bare &, Windows-1252', () => {
    expect(read(sgml(LIST))).toEqual({
      format: 'ofx',
      leftOut: { notBooked: 0, doubled: 0 },
      statements: [
        {
          ...STATEMENT,
          entries: [
            {
              bookedOn: '2026-03-12',
              valueOn: '2026-03-13',
              value: 4_459_000_000n,
              text: 'OPERADOR & CIA',
              reference: 'F1',
              position: 10,
            },
            {
              bookedOn: '2026-03-12',
              valueOn: null,
              value: -600_050n,
              text: '4X1000 Comisión',
              reference: 'F2',
              position: 19,
            },
          ],
        },
      ],
    })
  })

  test('XML', () => {
    const one =
      '<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260312</DTPOSTED><TRNAMT>+5</TRNAMT><NAME>A &amp; B</NAME></STMTTRN>'
    const xml = `<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>COP</CURDEF><BANKTRANLIST><DTSTART>20260312</DTSTART><DTEND>20260312</DTEND>${one}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    expect(read(xml).statements[0]?.entries).toMatchObject([{ value: 500n, text: 'A & B', reference: null }])
    expect(() => read(xml.replace('</NAME>', ''))).toThrow(/line 3: <\/STMTTRN> closes nothing/)
  })

  test('a bank that writes no signs', () => {
    const list = [transaction('CREDIT', '5', ''), transaction('DEBIT', '6', ''), transaction('FEE', '1', '')]
    expect(read(sgml(list)).statements[0]?.entries.map(({ value }) => value)).toEqual([500n, -600n, -100n])
  })

  const signed = (...sums: readonly (readonly [string, string])[]) =>
    read(sgml(sums.map(([type, sum]) => transaction(type, sum, '')))).statements[0]?.entries.map(({ value }) => value)
  test.each([
    [
      'a plus is a credit, whatever its type',
      [
        ['PAYMENT', '+5'],
        ['DEBIT', '+6'],
      ],
      [500n, 600n],
    ],
    [
      'where a minus stands, a sum without a sign is a credit',
      [
        ['PAYMENT', '5'],
        ['OTHER', '-6'],
      ],
      [500n, -600n],
    ],
    [
      'beside a plus, a typed debit without a sign is one',
      [
        ['CREDIT', '+5'],
        ['FEE', '6'],
      ],
      [500n, -600n],
    ],
    [
      'without signs and debits, all are credits',
      [
        ['XFER', '5'],
        ['CREDIT', '6'],
      ],
      [500n, 600n],
    ],
    [
      'nothing needs no sign',
      [
        ['PAYMENT', '0.00'],
        ['CREDIT', '+6'],
      ],
      [0n, 600n],
    ],
  ] as const)('signs: %s', (_, sums, values) => {
    expect(signed(...sums)).toEqual(values)
  })

  test.each([
    ['a payment without a sign', [['PAYMENT', '5']]],
    [
      'a transfer beside a debit without a sign',
      [
        ['XFER', '5'],
        ['DEBIT', '6'],
      ],
    ],
    [
      'a transfer beside a plus',
      [
        ['XFER', '5'],
        ['CREDIT', '+6'],
      ],
    ],
  ] as const)('signs: %s is refused', (_, sums) => {
    expect(() => signed(...sums)).toThrow(/line 10: <STMTTRN>: its sum has no sign, and neither/)
  })

  const whole = sgml(LIST)
  const between = (start: string, end: string): string =>
    whole.slice(whole.indexOf(start), whole.lastIndexOf(end) + end.length)
  const twice = (part: string): string =>
    whole.replace(part, () => `${part}\n${part.replaceAll('F1', 'G1').replaceAll('F2', 'G2')}`)
  test.each([
    ['a second list', twice(between('<BANKTRANLIST>', '</BANKTRANLIST>')), [4]],
    ['a second statement in one answer', twice(between('<STMTRS>', '</STMTRS>')), [2, 2]],
    ['a second answer', twice(between('<STMTTRNRS>', '</STMTTRNRS>')), [2, 2]],
    ['a second set of messages', twice(between('<BANKMSGSRSV1>', '</BANKMSGSRSV1>')), [2, 2]],
    [
      'a comment, and parts of the bank itself',
      whole.replace('<BANKTRANLIST>', '<INTU.BID>7<!-- <STMTTRN> --><BANKTRANLIST>'),
      [2],
    ],
  ])('%s is read', (_, text, counts) => {
    expect(read(text).statements.map(({ entries }) => entries.length)).toEqual(counts)
  })

  test.each([
    [
      'a list of another kind',
      whole.replaceAll('BANKTRANLIST>', 'OTHERLIST>'),
      /<OTHERLIST> stands in <STMTRS>, where it is not read/,
    ],
    [
      'an entry beside the list',
      whole.replace('<BANKTRANLIST>', '<STMTTRN></STMTTRN><BANKTRANLIST>'),
      /<STMTTRN> stands in <STMTRS>/,
    ],
    [
      'an entry in a balance',
      whole.replace('<BALAMT>1', '<STMTTRN></STMTTRN><BALAMT>1'),
      /<STMTTRN> stands in <LEDGERBAL>/,
    ],
    ['a second sum', whole.replace('<FITID>F1', '<TRNAMT>7<FITID>F1'), /<TRNAMT> stands a second time in <STMTTRN>/],
    [
      'investments',
      whole.replace('</OFX>', '<INVSTMTMSGSRSV1></INVSTMTMSGSRSV1></OFX>'),
      /<INVSTMTMSGSRSV1> stands in <OFX>/,
    ],
    ['a correction', whole.replace('<FITID>F1', '<CORRECTFITID>F0<FITID>F1'), /<CORRECTFITID> stands in <STMTTRN>/],
    ['a text behind the end', `${whole}\n100`, /text stands outside the elements/],
    ['a second document', `${whole}\n${whole}`, /text stands outside the elements/],
    [
      'an entry before the start',
      whole.replace('<OFX>', '<STMTTRN></STMTTRN><OFX>'),
      /line 1: its header is not that of OFX/,
    ],
    [
      'an answer without a statement',
      whole.replace('<TRNUID>0', '<TRNUID>0<STATUS><CODE>2000<SEVERITY>ERROR</STATUS>'),
      /the bank could not give this statement/,
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'BANK_FILE_WRONG', message: expect.stringMatching(message) }),
    )
  })

  test.each([
    ['another currency', sgml(LIST, 'USD'), /<STMTRS>: its currency is not COP/],
    [
      'another currency of one entry',
      sgml([transaction('CREDIT', '5', '<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY>')]),
      /line 10: <STMTTRN>: its currency is not COP/,
    ],
    ['a sum with a comma before three digits', sgml([transaction('CREDIT', '1,000', '')]), EITHER],
    ['a sum with a point before three digits', sgml([transaction('DEBIT', '-1.250', '')]), EITHER],
    ['a sum with groups', sgml([transaction('CREDIT', '1.250.000', '')]), /its sum 9\.999\.999: it has two separators/],
    [
      'no day',
      sgml([transaction('CREDIT', '1', '').replace(/<DTPOSTED>.*\n/, '')]),
      /line 10: <STMTTRN>: it has no day/,
    ],
    [
      'a file that was cut',
      sgml(LIST).slice(0, -150),
      /it ends inside <(STMTRS|STMTTRN|BANKTRANLIST|LEDGERBAL|BALAMT)>|broken or cut/,
    ],
    [
      'a card',
      sgml([]).replace(/BANKMSGSRSV1/g, 'CREDITCARDMSGSRSV1'),
      /line 8: <CREDITCARDMSGSRSV1> stands in <OFX>, where it is not read/,
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'BANK_FILE_WRONG', message: expect.stringMatching(message) }),
    )
  })
})
