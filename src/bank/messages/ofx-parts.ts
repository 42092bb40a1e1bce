import { knownParts, partsOf } from './known-parts.ts'

/**
 * The parts of an OFX file from its root down to an entry. Other message sets (cards, loans, investments) and a
 * correction of an entry that was sent before are refused; balances are those of the download.
 */
export const ofxParts = knownParts({
  OFX: partsOf({ each: 'BANKMSGSRSV1', nothing: 'SIGNONMSGSRSV1 SIGNUPMSGSRSV1 EMAILMSGSRSV1 PROFMSGSRSV1' }),
  BANKMSGSRSV1: partsOf({ each: 'STMTTRNRS' }),
  STMTTRNRS: partsOf({ each: 'STMTRS', once: 'STATUS', text: 'TRNUID CLTCOOKIE', nothing: 'OFXEXTENSION' }),
  STATUS: partsOf({ text: 'CODE SEVERITY MESSAGE' }),
  STMTRS: partsOf({
    text: 'CURDEF CASHADVBALAMT INTRATE MKTGINFO',
    once: 'BANKACCTFROM',
    each: 'BANKTRANLIST',
    nothing: 'LEDGERBAL AVAILBAL BALLIST BANKTRANLISTP',
  }),
  BANKACCTFROM: partsOf({ text: 'BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY' }),
  BANKTRANLIST: partsOf({ text: 'DTSTART DTEND', each: 'STMTTRN' }),
  STMTTRN: partsOf({
    text: 'TRNTYPE DTPOSTED DTUSER DTAVAIL TRNAMT FITID SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME MEMO MEMO2',
    once: 'PAYEE CURRENCY ORIGCURRENCY',
    nothing: 'BANKACCTTO CCACCTTO IMAGEDATA INV401KSOURCE',
  }),
})
