import { closingOf, pesos, type SandboxStatement, type StatementEntry, withBalances } from './sandbox-statement.ts'

const quoteCell = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const compact = (day: string): string => day.replaceAll('-', '')
const dayFirst = (day: string): string => day.split('-').toReversed().join('/')

/** Bancolombia's CSV of movements: no header, newest first, Windows-1252. */
const bancolombiaCsv = ({ account, entries }: SandboxStatement): Buffer => {
  const lines = entries.toReversed().map(({ day, centavos, text }) => {
    const code = centavos < 0 ? '8071' : '2568'
    return [account, account.slice(0, 3), '', compact(day), '', pesos(centavos), code, quoteCell(text), '0'].join(',')
  })
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/** Bancolombia's text of movements: 16 fields, balances after each row. */
const bancolombiaText = (statement: SandboxStatement): Buffer => {
  const lines = withBalances(statement).map(({ day, centavos, text, reference, balance }, index) => {
    const value = pesos(Math.abs(centavos))
    const head = [centavos < 0 ? 'D' : 'C', compact(day), statement.account, '101500', '406', String(index + 1)]
    return [...head, value, value, '07', '000', reference, quoteCell(text), '', '', '', pesos(balance)].join(';')
  })
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/** Davivienda's CSV: debit, credit and balance with a decimal comma, UTF-8 with a byte order mark. */
const daviviendaCsv = (statement: SandboxStatement): Buffer => {
  const side = (centavos: number): string => (centavos <= 0 ? '' : quoteCell(pesos(centavos, ',', '.')))
  const lines = withBalances(statement).map(({ day, centavos, text, balance }) =>
    [dayFirst(day), quoteCell(text), side(-centavos), side(centavos), quoteCell(pesos(balance, ',', '.'))].join(','),
  )
  return Buffer.from(`\ufeffFecha,Descripción,Débito,Crédito,Saldo\r\n${lines.join('\r\n')}\r\n`)
}

/** A CSV of no particular bank, in the form a spreadsheet saves in Colombia. */
const otherCsv = (statement: SandboxStatement): Buffer => {
  const lines = withBalances(statement).map(({ day, centavos, text, reference, balance }) =>
    [dayFirst(day), quoteCell(text), quoteCell(reference), pesos(centavos, ','), pesos(balance, ',')].join(';'),
  )
  return Buffer.from(`Fecha;Concepto;Referencia;Valor;Saldo\n${lines.join('\n')}\n`)
}

const csvForms = {
  'bancolombia-csv': { file: 'bancolombia.csv', write: bancolombiaCsv },
  'bancolombia-text': { file: 'bancolombia.txt', write: bancolombiaText },
  'davivienda-csv': { file: 'davivienda.csv', write: daviviendaCsv },
  csv: { file: 'movimientos.csv', write: otherCsv },
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')
const sideOf = (centavos: number): string => (centavos < 0 ? 'DBIT' : 'CRDT')
const amount = (centavos: number): string =>
  `<Amt Ccy="COP">${pesos(Math.abs(centavos))}</Amt><CdtDbtInd>${sideOf(centavos)}</CdtDbtInd>`

const camtBalance = (code: string, centavos: number, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(centavos)}<Dt><Dt>${day}</Dt></Dt></Bal>`

const camtEntry = ({ day, centavos, text, reference }: StatementEntry): string =>
  [
    `<Ntry>${amount(centavos)}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>`,
    `<AcctSvcrRef>${escapeXml(reference)}</AcctSvcrRef><AddtlNtryInf>${escapeXml(text)}</AddtlNtryInf></Ntry>`,
  ].join('')

/** camt.053 in version 2. */
const camt = (statement: SandboxStatement): Buffer => {
  const { account, from, to, opening, entries } = statement
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>SANDBOX-${to}</MsgId><CreDtTm>${to}T23:00:00</CreDtTm></GrpHdr><Stmt><Id>${from}_${to}</Id>`,
    `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`,
    `<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>COP</Ccy></Acct>`,
    camtBalance('OPBD', opening, from),
    camtBalance('CLBD', closingOf(statement), to),
    ...entries.map(camtEntry),
    '</Stmt></BkToCstmrStmt></Document>',
  ]
  return Buffer.from(`${lines.join('\n')}\n`)
}

const short = (day: string): string => day.replaceAll('-', '').slice(2)

const swiftBalance = (centavos: number, day: string): string =>
  `${centavos < 0 ? 'D' : 'C'}${short(day)}COP${pesos(Math.abs(centavos), ',')}`

/** Text in lines of 65 characters. */
const inLines = (text: string): string => (text.match(/.{1,65}/gsu) ?? []).join('\r\n')

/** MT940, without accents: SWIFT has no letters beyond ASCII. */
const mt940 = (statement: SandboxStatement): Buffer => {
  const { account, from, to, opening, entries } = statement
  const lines = [
    ':20:SANDBOX',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${swiftBalance(opening, from)}`,
    ...entries.flatMap(({ day, centavos, text, reference }) => [
      `:61:${short(day)}${short(day).slice(2)}${centavos < 0 ? 'D' : 'C'}${pesos(Math.abs(centavos), ',')}NTRFNONREF//${reference}`,
      `:86:${inLines(text)}`,
    ]),
    `:62F:${swiftBalance(closingOf(statement), to)}`,
    '-',
  ]
  return Buffer.from(`${lines.join('\r\n').normalize('NFD').replace(/\p{M}/gu, '')}\r\n`, 'latin1')
}

/** OFX 1, in which elements without children have no end tag. */
const ofx = ({ account, from, to, entries }: SandboxStatement): Buffer => {
  const day = (text: string): string => text.replaceAll('-', '')
  const lines = [
    'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\n',
    '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS></SONRS></SIGNONMSGSRSV1>',
    `<BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STMTRS><CURDEF>COP<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${day(from)}<DTEND>${day(to)}`,
    ...entries.map(
      (entry) =>
        `<STMTTRN><TRNTYPE>${entry.centavos < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${day(entry.day)}<TRNAMT>${pesos(entry.centavos)}<FITID>${escapeXml(entry.reference)}<MEMO>${escapeXml(entry.text)}</STMTTRN>`,
    ),
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

const messageForms = {
  camt: { file: 'camt053.xml', write: camt },
  mt940: { file: 'mt940.sta', write: mt940 },
  ofx: { file: 'movimientos.ofx', write: ofx },
}

/** The forms of the sandbox's bank statements, each with its file name. */
export const STATEMENT_FORMS = { ...csvForms, ...messageForms }

export type StatementForm = keyof typeof STATEMENT_FORMS

export const isStatementForm = (text: string): text is StatementForm => Object.hasOwn(STATEMENT_FORMS, text)
