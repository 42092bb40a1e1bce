import type { BankFileRecord } from '../../domain/bank/bank-file-record.ts'
import type { BankTie } from '../../domain/bank/tie-out.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { bankVoid } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'
import { insertUntie, type Undoing } from './ties.ts'

/** Voids a file and undoes these ties in one transaction. Returns the number of the voiding. */
export const writeBankVoid = (
  database: MerchantDatabase,
  { number: file, name }: BankFileRecord,
  ties: readonly BankTie[],
  { by, at, reason }: Undoing,
): Promise<number> =>
  database.writeQueue.write(() => {
    const number = nextInSequence(database, 'act', at)
    database.db.insert(bankVoid).values({ number, file, by, reason }).run()
    addLink(database, 'bank_void', number)
    for (const tie of ties) insertUntie(database, tie, { by, at, reason: `the file ${name} was voided: ${reason}` })
    return number
  })
