import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { BOGOTA } from '../bogota.ts'

const amount = (value: string, side: string, currency = 'COP') =>
  `<Amt Ccy="${currency}">${value}</Amt><CdtDbtInd>${side}</CdtDbtInd>`
const balance = (code: string, value: string, day: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value, side)}<Dt><Dt>${day}</Dt></Dt></Bal>`
const ntry = (inside: string, status = '<Sts>BOOK</Sts>') =>
  `<Ntry>${inside}${status}<BookgDt><Dt>2026-03-12</Dt></BookgDt><ValDt><Dt>2026-03-13</Dt></ValDt></Ntry>`
const ACCOUNT = '<Acct><Id><Othr><Id>406-000011-22</Id></Othr></Id></Acct>'
const document = (inside: string, { report = ['BkToCstmrStmt', 'Stmt'], version = '053.001.02', head = '' } = {}) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}">`,
    `<${report[0]}><GrpHdr><MsgId>1</MsgId></GrpHdr><${report[1]}>`,
    `<Id>S1</Id><ElctrncSeqNb>71</ElctrncSeqNb><CreDtTm>2026-03-14T00:00:00</CreDtTm>${ACCOUNT}`,
    inside,
    `</${report[1]}></${report[0]}></Document>`,
  ].join('\n')
const read = (text: string) => readBankFile(Buffer.from(text), { zone: BOGOTA, name: 'camt.xml' })
const first = (text: string) => read(text).statements[0]
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'BANK_FILE_WRONG', message: expect.stringMatching(message) })

const BALANCES = `${balance('OPBD', '1000', '2026-03-12')}${balance('CLBD', '1500.5', '2026-03-12')}`
const PARTY = '<RltdPties><Dbtr><Nm>OPERADOR DE PAGOS</Nm></Dbtr></RltdPties>'
const REMITTANCE = '<RmtInf><Ustrd>PAGO &amp; ABONO</Ustrd><Ustrd>12 DE MARZO</Ustrd></RmtInf>'

describe('camt', () => {
  test('account, number, days, balances, text of the entry and of what is in it', () => {
    const details = `<NtryDtls><TxDtls><Refs><EndToEndId>E-1</EndToEndId></Refs>${PARTY}${REMITTANCE}</TxDtls></NtryDtls>`
    const inside = [BALANCES, ntry(amount('500.50', 'CRDT')).replace('</Ntry>', `${details}</Ntry>`)].join('\n')
    expect(read(document(inside))).toEqual({
      format: 'camt',
      leftOut: { notBooked: 0, doubled: 0 },
      statements: [
        {
          account: '40600001122',
          number: '71',
          from: '2026-03-12',
          to: '2026-03-12',
          opening: 100_000n,
          closing: 150_050n,
          entries: [
            {
              bookedOn: '2026-03-12',
              valueOn: '2026-03-13',
              value: 50_050n,
              text: 'OPERADOR DE PAGOS PAGO & ABONO 12 DE MARZO',
              reference: 'E-1',
              position: 6,
            },
          ],
        },
      ],
    })
  })

  const EIGHT = { version: '053.001.08' }
  test('version 8: a status with a code, the other party one step deeper; date-times keep their day', () => {
    const details = `<NtryDtls><TxDtls>${PARTY.replace('<Nm>', '<Pty><Nm>').replace('</Nm>', '</Nm></Pty>')}</TxDtls></NtryDtls>`
    const entry = ntry(amount('1', 'CRDT'), '<Sts><Cd>BOOK</Cd></Sts>')
      .replace('</Ntry>', `<AcctSvcrRef>B7</AcctSvcrRef>${details}</Ntry>`)
      .replace('<Dt>2026-03-12</Dt>', '<DtTm>2026-03-12T23:30:00-05:00</DtTm>')
    expect(first(document(entry, EIGHT))?.entries).toMatchObject([
      { bookedOn: '2026-03-12', text: 'OPERADOR DE PAGOS', reference: 'B7' },
    ])
  })

  test.each([
    ['2026-03-13T03:30:00Z', '2026-03-12'],
    ['2026-03-13T03:30:00+00:00', '2026-03-12'],
    ['2026-03-12T23:30:00-05:00', '2026-03-12'],
    ['2026-03-12T23:30:00', '2026-03-12'],
    ['2026-03-12T20:00:00-08:00', '2026-03-12'],
    ['2026-03-12T22:00:00-08:00', '2026-03-13'],
    ['2026-03-13T00:00:00Z', '2026-03-13'],
    ['2026-03-13T00:00:00.000+00:00', '2026-03-13'],
    ['2026-03-13', '2026-03-13'],
  ])('a booking at %s is of %s in Bogotá; midnight is the day as written', (at, day) => {
    const entry = ntry(amount('1', 'CRDT')).replace('<Dt>2026-03-12</Dt>', `<DtTm>${at}</DtTm>`)
    expect(first(document(entry))?.entries).toMatchObject([{ bookedOn: day }])
  })

  test.each([
    ['2026-03-14T00:00:00', '2026-03-13'],
    ['2026-03-14T00:00:00Z', '2026-03-13'],
    ['2026-03-14T05:00:00Z', '2026-03-13'],
    ['2026-03-14T04:59:59Z', '2026-03-13'],
    ['2026-03-14T05:00:01Z', '2026-03-14'],
    ['2026-03-13T23:59:59', '2026-03-13'],
  ])('days up to %s end on %s', (end, last) => {
    const days = `<FrToDt><FrDtTm>2026-03-12T00:00:00</FrDtTm><ToDtTm>${end}</ToDtTm></FrToDt>`
    expect(first(document(`${days}${ntry(amount('1', 'CRDT'))}`))).toMatchObject({ from: '2026-03-12', to: last })
  })

  const RPT = { report: ['BkToCstmrAcctRpt', 'Rpt'], version: '052.001.06' }
  const [NOON, EVENING] = [amount('1', 'CRDT'), amount('2', 'CRDT')].map((sum, at) =>
    ntry(sum).replace('</Ntry>', `<AcctSvcrRef>B${at}</AcctSvcrRef></Ntry>`),
  ) as [string, string]
  const reports = (first: string, second: string) =>
    read(document(`${first}</Rpt><Rpt><Id>2</Id>${ACCOUNT}${second}`, RPT)).statements.map(
      ({ entries }) => entries.length,
    )
  test.each<[string, readonly number[], readonly [string, string]]>([
    ['an entry that the report before had counts once', [1, 1], [NOON, `${NOON}${EVENING}`]],
    ['equal rows of one report stay', [2, 0], [`${NOON}${NOON}`, NOON]],
    ['so do equal entries without a reference', [1, 1], [ntry(amount('1', 'CRDT')), ntry(amount('1', 'CRDT'))]],
    [
      'and those of reports with balances',
      [1, 1],
      [`${balance('OPBD', '0', '2026-03-12')}${NOON}`, `${balance('OPBD', '1', '2026-03-12')}${NOON}`],
    ],
  ])('of several reports in a file: %s', (_, counts, [first, second]) => {
    expect(reports(first, second)).toEqual(counts)
  })

  test('reports of the day and notifications, a prefix for the namespace, several statements', () => {
    const report = document(ntry(amount('1', 'DBIT')), { report: ['BkToCstmrAcctRpt', 'Rpt'], version: '052.001.06' })
    expect(first(report)?.entries[0]?.value).toBe(-100n)
    const notification = document(ntry(amount('1', 'DBIT')), {
      report: ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
      version: '054.001.04',
    })
    const prefixed = notification.replace(/<(\/?)(?=[A-Z])/g, '<$1ns2:').replace('xmlns=', 'xmlns:ns2=')
    expect(read(prefixed)).toEqual(read(notification))
    const again = notification.replace(/<Ntfctn>[\s\S]*<\/Ntfctn>/, '$&$&')
    expect(read(again).statements).toHaveLength(1)
    expect(read(again.replace('<ElctrncSeqNb>71<', '<ElctrncSeqNb>70<')).statements).toHaveLength(2)
    // Without a number and balances, the same sum may have come twice.
    const nameless = /<Id>S1<\/Id><ElctrncSeqNb>71<\/ElctrncSeqNb>/g
    expect(read(again.replace(nameless, '').replace(/<Bal>[\s\S]*?<\/Bal>/g, '')).statements).toHaveLength(2)
  })

  test('what is not booked is left out; a reversal is booked as its indicator says; a batch is one entry', () => {
    const transaction = `<TxDtls>${REMITTANCE}</TxDtls>`
    const batch = ntry(amount('7', 'CRDT')).replace(
      '</Ntry>',
      `<NtryDtls>${transaction}${transaction}</NtryDtls></Ntry>`,
    )
    const entries = [
      ntry(amount('5', 'CRDT'), '<Sts>PDNG</Sts>'),
      ntry(amount('6', 'CRDT'), '<Sts><Cd>INFO</Cd></Sts>'),
      ntry(`${amount('3', 'DBIT')}<RvslInd>true</RvslInd>`),
      batch,
    ]
    const found = first(document(entries.join('\n')))?.entries
    expect(found?.map(({ value, text, reference }) => [value, text, reference])).toEqual([
      [-300n, '', null],
      [700n, 'PAGO & ABONO 12 DE MARZO', null],
    ])
  })

  test.each([
    [
      'from and to, midnight being the end of the day before',
      '<FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-04-01T00:00:00</ToDtTm></FrToDt>',
      ['2026-03-01', '2026-03-31'],
    ],
    [
      'the last second of a day',
      '<FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt>',
      ['2026-03-01', '2026-03-31'],
    ],
    [
      'the day after the previous closing',
      `${balance('PRCD', '5', '2026-03-10')}${balance('CLBD', '5', '2026-03-12')}`,
      ['2026-03-11', '2026-03-12'],
    ],
    ['neither days nor entries: the day it was made', '', ['2026-03-14', '2026-03-14']],
  ])('days: %s', (_, inside, [from, to]) => {
    expect(first(document(inside))).toMatchObject({ from, to, entries: [] })
  })

  test('an overdrawn account, and balances that part', () => {
    const overdrawn = `${balance('OPBD', '10', '2026-03-12', 'DBIT')}${balance('CLBD', '4', '2026-03-12', 'DBIT')}`
    expect(first(document(`${overdrawn}${ntry(amount('6', 'CRDT'))}`))).toMatchObject({
      opening: -1000n,
      closing: -400n,
    })
    expect(() => read(document(`${overdrawn}\n${ntry(amount('7', 'CRDT'))}`))).toThrow(
      refused(/^camt\.xml: line 5: its closing balance is -COP 4, and opening and entries come to -COP 3$/),
    )
  })

  const FULL = document(ntry(amount('1', 'CRDT')))
  const bare = FULL.slice(FULL.indexOf('<Document'))
  test.each([
    ['in an envelope with a header', `<?xml version="1.0"?><Envelope><AppHdr><Fr/></AppHdr>${bare}</Envelope>`, [1]],
    ['in SOAP', `<soap:Envelope xmlns:soap="x"><soap:Body><File>${bare}</File></soap:Body></soap:Envelope>`, [1]],
    ['twice in an envelope', `<Batch>${bare}${bare.replaceAll('71', '72')}</Batch>`, [1, 1]],
    ['with a comment and an instruction', FULL.replace('<Ntry>', '<!-- <Ntry> --><?bank x?><Ntry>'), [1]],
    ['with its text as it is', FULL.replace('<Sts>', '<AddtlNtryInf><![CDATA[A & <B>]]></AddtlNtryInf><Sts>'), [1]],
  ])('a message %s', (_, text, counts) => {
    expect(read(text).statements.map(({ entries }) => entries.length)).toEqual(counts)
  })

  test('version 1: other names, and the same meaning', () => {
    const first = FULL.replaceAll('BkToCstmrStmt', 'BkToCstmrStmtV01')
      .replace('053.001.02', '053.001.01')
      .replace('<Othr><Id>406-000011-22</Id></Othr>', '<PrtryAcct><Id>406-000011-22</Id></PrtryAcct>')
      .replace('<Ntry>', `${BALANCES.replaceAll(/<\/?CdOrPrtry>/g, '').replace('1500.5', '1001')}<Ntry>`)
      .replace('</Ntry>', `<TxDtls>${PARTY}</TxDtls></Ntry>`)
    expect(read(first).statements).toMatchObject([
      { account: '40600001122', opening: 100_000n, closing: 100_100n, entries: [{ text: 'OPERADOR DE PAGOS' }] },
    ])
  })

  test('entries that are not booked, and those of a statement that comes twice, are counted', () => {
    const pending = ntry(amount('5', 'CRDT'), '<Sts>PDNG</Sts>')
    expect(read(document(`${pending}${pending}`)).leftOut).toEqual({ notBooked: 2, doubled: 0 })
    expect(read(`<Batch>${bare}${bare}</Batch>`)).toMatchObject({ leftOut: { doubled: 1 }, statements: [{}] })
  })

  const ENTRY = ntry(amount('1', 'CRDT'))
  test.each([
    ['in another entry', FULL.replace('<Sts>', `<NtryDtls>${ENTRY}</NtryDtls><Sts>`), /<Ntry> stands in <NtryDtls>/],
    ['in the details of one', FULL.replace('<Sts>', `<TxDtls><A>${ENTRY}</A></TxDtls><Sts>`), /<Ntry> stands in <A>/],
    ['beside the statement', FULL.replace('</Stmt>', `</Stmt>${ENTRY}`), /<Ntry> stands in <BkToCstmrStmt>/],
    ['in the header', FULL.replace('</GrpHdr>', `${ENTRY}</GrpHdr>`), /<Ntry> stands in <GrpHdr>/],
    ['in the envelope', `<Batch>${ENTRY}${bare}</Batch>`, /<Ntry> stands in <Batch>/],
    ['in a part that is unknown', FULL.replace('</Stmt>', `<More>${ENTRY}</More></Stmt>`), /<More> stands in <Stmt>/],
    ['in a document that is a text', `<Batch><![CDATA[${bare}]]>${bare}</Batch>`, /<Batch> has text beside its parts/],
    ['in a text', FULL.replace('<Ntry>', '100 <Ntry>'), /<Stmt> has text beside its parts/],
    ['behind the end', `${FULL} 100`, /line 6: text stands outside the elements/],
  ])('an entry %s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(refused(message))
  })

  test('a second sum, day or balance of one kind is refused', () => {
    const day = '<BookgDt><Dt>2026-03-11</Dt></BookgDt>'
    expect(() => read(FULL.replace('<Sts>', `${day}<Sts>`))).toThrow(
      refused(/<BookgDt> stands a second time in <Ntry>/),
    )
    const closing = balance('CLBD', '1', '2026-03-12')
    expect(() => read(document(`${closing}${closing}`))).toThrow(refused(/the balance CLBD stands a second time/))
  })

  const BOMB = '<!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
  test.each([
    ['another currency', document(ntry(amount('1', 'CRDT', 'USD'))), /line 5: <Ntry>: its currency is not COP/],
    [
      'parts of a centavo',
      document(ntry(amount('1.005', 'CRDT'))),
      /<Ntry>: its sum 9\.999: it has parts of a centavo/,
    ],
    [
      'a sum with a comma',
      document(ntry(amount('1,5', 'CRDT'))),
      /line 5: <Ntry>: its sum 9,9: its decimal sign is another/,
    ],
    ['neither credit nor debit', document(ntry(amount('1', 'X'))), /line 5: <Ntry>: it is neither credit nor debit/],
    [
      'an unknown status',
      document(ntry(amount('1', 'CRDT'), '<Sts>NEW</Sts>')),
      /line 5: <Ntry>: it is neither booked nor pending/,
    ],
    ['no day', document(`<Ntry>${amount('1', 'CRDT')}<Sts>BOOK</Sts></Ntry>`), /line 5: <Ntry>: it has no day/],
    ['a file that was cut in an element', document(BALANCES).slice(0, -40), /line 5: its markup is broken or cut here/],
    [
      'a file that was cut between elements',
      document('').split('\n').slice(0, 4).join('\n'),
      /line 4: it ends inside <Stmt>/,
    ],
    ['an end of another element', document('<A></B>'), /line 5: <\/B> closes nothing/],
    ['a document type', document('', { head: BOMB }), /line 2: it has a document type/],
    ['an entity', document('<Id>&b;</Id>'), /line 5: it has an entity that XML does not define/],
    ['elements in each other without end', document('<a>'.repeat(5000)), /elements are nested too deeply/],
    ['no statement', document('').replace(/Stmt/g, 'Other'), /^camt\.xml: it has no statement$/],
    [
      'another message',
      document('', { report: ['CstmrPmtStsRpt', 'OrgnlGrpInfAndSts'] }).replace('camt.053', 'pain.002'),
      /^camt\.xml: it is XML, and no statement of an account/,
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(refused(message))
  })
})
