import { merchantAccount } from '../bank/sandbox-statement.ts'
import { isStatementForm, STATEMENT_FORMS } from '../bank/statement-forms.ts'
import { json, type SandboxAnswer } from '../http/answer.ts'
import { RequestRefusal } from '../http/refusal.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const accountOf = ({ world, request }: ControlCommand) => {
  const text = request.query.get('merchant') ?? '1'
  const merchant = world.merchants.all().find(({ number }) => String(number) === text)
  if (merchant === undefined) throw new RequestRefusal(404, 'Merchant not found')
  const account = merchantAccount(world, merchant.number)
  if (account === null) throw new RequestRefusal(409, 'No settlement yet, so the bank has nothing of it')
  return account
}

const list = (command: ControlCommand): SandboxAnswer => {
  const { statement, troubles } = accountOf(command)
  const { account, from, to, entries } = statement
  const forms = Object.entries(STATEMENT_FORMS).map(([form, { file }]) => ({ form, file }))
  return json(200, { account, from, to, entries: entries.length, forms, troubles })
}

const statementAnswer = (command: ControlCommand): SandboxAnswer => {
  const [form = ''] = command.parameters
  if (!isStatementForm(form))
    throw new RequestRefusal(404, `Form not found; there are ${Object.keys(STATEMENT_FORMS).join(', ')}`)
  const { file, write } = STATEMENT_FORMS[form]
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${file}"` },
    body: [write(accountOf(command).statement)],
  }
}

export const bankRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/bank',
    sentence: "Tells of the merchant's account at its bank up to today: days, forms, and what went wrong with payouts.",
    executeControl: list,
  },
  {
    method: 'GET',
    path: '/bank/{form}',
    sentence: 'Hands out the statement of that account as a file: bancolombia-csv, camt, mt940 and others.',
    executeControl: statementAnswer,
  },
]
