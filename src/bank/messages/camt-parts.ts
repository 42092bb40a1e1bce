import { knownParts, partsOf } from './known-parts.ts'

/** Statements (053), reports within the day (052) and notifications (054) in a message. */
export const REPORTS = ['Stmt', 'Rpt', 'Ntfctn'] as const

const MESSAGE = partsOf({ nothing: 'GrpHdr SplmtryData', each: REPORTS.join(' ') })

const REPORT = partsOf({
  text: 'Id ElctrncSeqNb LglSeqNb CreDtTm CpyDplctInd',
  once: 'Acct FrToDt',
  each: 'Bal Ntry',
  nothing: [
    'StmtPgntn RptPgntn NtfctnPgntn RptgSeq RptgSrc RltdAcct Intrst TxsSummry',
    'AddtlStmtInf AddtlRptInf AddtlNtfctnInf',
  ].join(' '),
})

/** In version 1, names of messages end in `V01`. */
const MESSAGE_NAMES = ['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn']
export const MESSAGES: readonly string[] = MESSAGE_NAMES.flatMap((name) => [name, `${name}V01`])

/** The parts of a message from its root down to an entry, in all versions. In version 1, `TxDtls` stands in the entry. */
export const camtParts = knownParts({
  ...Object.fromEntries(MESSAGES.map((name) => [name, MESSAGE])),
  ...Object.fromEntries(REPORTS.map((name) => [name, REPORT])),
  Bal: partsOf({ text: 'Amt CdtDbtInd', once: 'Tp Dt', nothing: 'CdtLine Avlbty' }),
  Ntry: partsOf({
    text: 'NtryRef Amt CdtDbtInd RvslInd AcctSvcrRef ComssnWvrInd AddtlNtryInf',
    once: 'Sts BookgDt ValDt',
    each: 'NtryDtls TxDtls',
    nothing: 'Btch Avlbty BkTxCd AddtlInfInd AmtDtls Chrgs TechInptChanl Intrst CardTx',
  }),
  NtryDtls: partsOf({ nothing: 'Btch', each: 'TxDtls' }),
})
