import type { EntryFacts, JournalEntry, JournalLine, JournalSettings, Role } from '../core/journal.ts'
import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'

/** What an account is for, as the settings name it: `fees`, `withholdings.ReteFuente`. */
export const roleName = ({ role, name }: Pick<JournalLine, 'role' | 'name'>): string =>
  name === null ? role : `${role}.${name}`

/** The account of a line: the one of its freezing, else the one that is set; null where none is. */
export const accountOf = ({ account, role, name }: JournalLine, { accounts }: JournalSettings): string | null => {
  if (account !== null) return account
  if (role === 'withholdings') return accounts.withholdings?.[name ?? ''] ?? null
  return accounts[role] ?? null
}

/** Whose line it is, by its account. */
const PARTY_OF: Readonly<Record<Role, 'operator' | 'bank' | 'tenants' | null>> = {
  bank: 'bank',
  bankCharges: 'bank',
  tenants: 'tenants',
  chargebacks: 'tenants',
  opening: null,
  ...{ transit: 'operator', operator: 'operator', fees: 'operator', feeTax: 'operator', withholdings: 'operator' },
  ...{ feesPayable: 'operator', adjustments: 'operator', gateway: 'operator', suspense: 'operator' },
  ...{ accepted: 'operator', unknownCredits: 'operator' },
}

/** The third party of a line: a tax id or a document; null where none is known. */
export const thirdPartyOf = (line: JournalLine, { thirdParties }: JournalSettings): string | null => {
  if (line.account !== null) return line.thirdParty
  const party = PARTY_OF[line.role]
  const set = party === null ? undefined : thirdParties[party]
  if (party === 'tenants' && set === 'owner') return line.due?.owner ?? null
  return party === 'tenants' && set === 'document' ? (line.due?.document ?? line.document) : (set ?? null)
}

/** An entry with its accounts and third parties; those of a frozen one stand. */
export const withAccounts = <E extends EntryFacts & Pick<JournalEntry, 'closing' | 'voucherType' | 'costCenter'>>(
  entry: E,
  settings: JournalSettings,
): E =>
  entry.closing !== null
    ? entry
    : {
        ...entry,
        voucherType: settings.voucherType,
        costCenter: settings.costCenter,
        lines: entry.lines.map((line) => ({
          ...line,
          account: accountOf(line, settings),
          thirdParty: thirdPartyOf(line, settings),
        })),
      }

/** Accounts that lines ask for and that are not set, with the number of lines of each. */
export class MissingAccounts {
  readonly lines = new Map<string, number>()

  add(entry: Pick<EntryFacts, 'lines'>, settings: JournalSettings): void {
    for (const line of entry.lines)
      if (accountOf(line, settings) === null) this.lines.set(roleName(line), (this.lines.get(roleName(line)) ?? 0) + 1)
  }

  /** Throws ACCOUNT_MISSING where one is missing: nothing is ever booked elsewhere. */
  refuse(): void {
    if (this.lines.size === 0) return
    const all = [...this.lines].sort()
    const number = all.reduce((sum, [, lines]) => sum + lines, 0)
    const named = (one: string, many: string) =>
      all.map(([role, lines]) => `${role} (${lines} ${lines === 1 ? one : many})`).join(', ')
    const message: Both<string> = {
      en: `${number} lines have no account: ${named('line', 'lines')}`,
      es: `${number} renglones no tienen cuenta: ${named('renglón', 'renglones')}`,
    }
    throw new CuadreError('ACCOUNT_MISSING', message, {
      en: `set ${all.map(([role]) => `journal.accounts.${role}`).join(', ')}; ask your accountant which`,
      es: `indique ${all.map(([role]) => `journal.accounts.${role}`).join(', ')}; pregunte cuáles a su contador`,
    })
  }
}
