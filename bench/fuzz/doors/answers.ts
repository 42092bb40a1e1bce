import { maskAnswer } from '../../../src/service/http/mask-answer.ts'
import { readFetchedInvoice } from '../../../src/service/wire/read-invoice.ts'
import { rereadPage, rereadSettlement } from '../../../src/service/wire/wire-page.ts'
import { parseJson } from '../../../src/std/json/parse-json.ts'
import type { Door } from '../door.ts'
import { ANSWERS } from './documents-of-service.ts'

const counts = (status: string): boolean => status === 'paid' || status === 'chargeback'

/** The bodies of the service's answers, read as page, settlement and single invoice, and masked as evidence. */
export const answers: Door = {
  name: 'bodies of answers',
  share: 400_000,
  valid: ANSWERS,
  words: ['"items":', '"cursor":', '"count":', '"paymentAmount":', '"settlementTime":', '"status":'],
  enter: async (input) => {
    const parsed = parseJson(input)
    if (parsed.ok) readFetchedInvoice(parsed.value, counts)
    maskAnswer(input, () => '***')
    const isRead = rereadPage(input, counts) !== null || rereadSettlement(200, input) !== null
    return isRead ? 'taken' : 'refused'
  },
}
