/**
 * Decisions of the sandbox on points that api.md leaves open, in the order of api.md. Those that can be set are in
 * ASSUMPTIONS.
 */
const SENTENCES = {
  dateTimes: 'Date-times are in UTC, with milliseconds and a Z; days and hours of cycles are those of Bogota.',
  hiddenFields: 'redirectUrl and customerDocumentType are taken and never shown again.',
  usedReference:
    'A reference stays used when its invoice has expired, was cancelled or charged back; a second use is 400.',
  unknownFields: 'A body field that nobody knows is 400.',
  nullFields: 'A body field that is null is a wrong value, not an absent one.',
  emptyContract: 'An empty contract counts as none, so it becomes 00000; an empty customerName stays empty.',
  redirectUrls: 'A redirectUrl is an http or https URL; the customer is sent there with 303, with nothing added to it.',
  jsonBodies:
    'A body that is not JSON in UTF-8, is not declared as JSON, or is not an object, is 400; one of more than 1 MiB is 413.',
  filters: 'Filters must all hold, and compare whole texts, letter by letter.',
  queryParameters: 'An unknown, an empty or a repeated query parameter is 400.',
  paymentDays: 'The filter paymentDate means a day of Bogota, while the field paymentDate is in UTC.',
  settlementFilters:
    'settlementDate and settlementCycle may be given alone, and find paid and charged back invoices only.',
  anyCycle:
    'A cycle that does not exist is an empty list or an unknown settlement, not 400; a date that does not exist is 400.',
  cursors: 'A cursor belongs to its merchant and filters and never expires; the limit may change; another one is 400.',
  lastPage: 'The last page has the cursor null, also when it is full; an empty list is one empty page.',
  keyFirst: 'The key is looked at before path, method and body: without one everything under /v1 is 401.',
  otherMethods: 'Another method of a known path is 405 with Allow; another path is 404.',
  rateLimits: 'There is no rate limit.',
  transitions: 'An invoice goes from ready to paid or cancelled, from paid to chargeback, and nowhere else.',
  declined: 'A declined transaction leaves the invoice ready until its link expires.',
  pagePayments: 'The payment page pays the whole amount, with the source link.',
  settlementBirth: 'A settlement exists from the hour of its cycle on; without a payment there is none.',
  businessDays: 'Settlements are of business days only: no Saturday, no Sunday, no Colombian holiday.',
  latePayments: 'A payment whose cycle was run already is expected in the next one of its method.',
  countedInvoices: 'numberOfInvoices and amountCollected count paid and charged back invoices, by their paymentAmount.',
  feesOfPayments:
    'Fees are charged payment by payment, by the fees of its day in Bogota, and shown also when they are postpaid.',
  payouts: 'paymentAmount is collected less fees, unless they are postpaid, plus adjustments; it may be negative.',
  chargebackDebits:
    'A chargeback returns as a negative adjustment: of its own settlement when that is not made yet, else of the next one.',
  settlementErrors: 'A settlement is in error only on request (PUT /sandbox/settlements/...), and stays there.',
  oneNotification:
    'The first final state is notified, once, to every address with the same webhookId; later states are not.',
  payloadMoment:
    'A notification says what was true when it arose, on every retry; it tells the expiry of the link always.',
  acceptedAnswer: 'Only the status 200 counts: a redirect is not followed, and 201 is a failure.',
  secondFormat: 'The second format drops settlements, is always payment-request.update, and is retried like the first.',
  attemptOrder: 'Attempts go out side by side, at most fifty to one address, in no promised order.',
  madeUpPast: 'Nobody is notified of the made-up past of a scenario or of --days.',
  ownPages: 'A request that names another host, or comes from the page of another site, is 403.',
} as const

export const DECISIONS = Object.entries(SENTENCES).map(([name, sentence]) => ({ name, sentence }))
