/** What api.md does not show, and the sandbox decides in one way only. */
export interface Decision {
  readonly name: string
  readonly sentence: string
}

/** In the order of api.md. What can be set otherwise stands in ASSUMPTIONS. */
export const DECISIONS: readonly Decision[] = [
  {
    name: 'dateTimes',
    sentence: 'Date-times are in UTC, with milliseconds and a Z; days and hours of cycles are those of Bogota.',
  },
  { name: 'hiddenFields', sentence: 'redirectUrl and customerDocumentType are taken and never shown again.' },
  {
    name: 'usedReference',
    sentence:
      'A reference stays used when its invoice has expired, was cancelled or charged back; a second use is 400.',
  },
  { name: 'unknownFields', sentence: 'A body field that nobody knows is 400.' },
  { name: 'nullFields', sentence: 'A body field that is null is a wrong value, not an absent one.' },
  {
    name: 'emptyContract',
    sentence: 'An empty contract is none, so it becomes 00000; an empty customerName stays empty.',
  },
  {
    name: 'redirectUrls',
    sentence: 'A redirectUrl is an http or https URL; the customer is sent there with 303, with nothing added to it.',
  },
  {
    name: 'jsonBodies',
    sentence:
      'A body that is not JSON in UTF-8, is not said to be JSON or is no object is 400; one of more than 1 MiB is 413.',
  },
  { name: 'filters', sentence: 'Filters must all hold, and compare whole texts, letter by letter.' },
  { name: 'queryParameters', sentence: 'An unknown, an empty or a repeated query parameter is 400.' },
  {
    name: 'paymentDays',
    sentence: 'The filter paymentDate means a day of Bogota, while the field paymentDate is in UTC.',
  },
  {
    name: 'settlementFilters',
    sentence: 'settlementDate and settlementCycle may be given alone, and find paid and charged back invoices only.',
  },
  {
    name: 'anyCycle',
    sentence:
      'A cycle that does not exist is an empty list or an unknown settlement, not 400; a date that is none is 400.',
  },
  {
    name: 'cursors',
    sentence:
      'A cursor belongs to its merchant and filters and never expires; the limit may change; another one is 400.',
  },
  {
    name: 'lastPage',
    sentence: 'The last page has the cursor null, also when it is full; an empty list is one empty page.',
  },
  {
    name: 'keyFirst',
    sentence: 'The key is looked at before path, method and body: without one everything under /v1 is 401.',
  },
  { name: 'otherMethods', sentence: 'Another method of a known path is 405 with Allow; another path is 404.' },
  { name: 'rateLimits', sentence: 'There is no rate limit.' },
  {
    name: 'transitions',
    sentence: 'An invoice goes from ready to paid or cancelled, from paid to chargeback, and nowhere else.',
  },
  { name: 'declined', sentence: 'A declined transaction leaves the invoice ready until its link expires.' },
  { name: 'pagePayments', sentence: 'The payment page pays the whole amount, with the source link.' },
  {
    name: 'settlementBirth',
    sentence: 'A settlement exists from the hour of its cycle on; without a payment there is none.',
  },
  {
    name: 'businessDays',
    sentence: 'Settlements are of business days only: no Saturday, no Sunday, no Colombian holiday.',
  },
  {
    name: 'latePayments',
    sentence: 'A payment whose cycle was run already is expected in the next one of its method.',
  },
  {
    name: 'countedInvoices',
    sentence: 'numberOfInvoices and amountCollected count paid and charged back invoices, by their paymentAmount.',
  },
  {
    name: 'feesOfPayments',
    sentence: 'Fees are charged payment by payment in whole pesos, and shown also when they are postpaid.',
  },
  {
    name: 'payouts',
    sentence: 'paymentAmount is collected less fees, unless they are postpaid, plus adjustments; it may be negative.',
  },
  {
    name: 'chargebackDebits',
    sentence:
      'A chargeback returns as a negative adjustment: of its own settlement when that is not made yet, else of the next one.',
  },
  {
    name: 'settlementErrors',
    sentence: 'A settlement is in error only on request (PUT /sandbox/settlements/...), and stays there.',
  },
  {
    name: 'oneNotification',
    sentence:
      'The first final state is notified, once, to every address with the same webhookId; later states are not.',
  },
  {
    name: 'payloadMoment',
    sentence:
      'A notification says what was true when it arose, on every retry; it tells the expiry of the link always.',
  },
  { name: 'acceptedAnswer', sentence: 'Only the status 200 counts: a redirect is not followed, and 201 is a failure.' },
  {
    name: 'secondFormat',
    sentence: 'The second format drops settlements, is always payment-request.update, and is retried like the first.',
  },
  {
    name: 'attemptOrder',
    sentence: 'Attempts go out side by side, at most fifty to one address, in no promised order.',
  },
  { name: 'madeUpPast', sentence: 'Nobody is notified of the made-up past of a scenario or of --days.' },
  { name: 'ownPages', sentence: 'A request that names another host, or comes from the page of another site, is 403.' },
]
