/* Checkout calls as programs in use send them. */

const otherNames = {
  cardHolderName: 'cardholderName',
  browserColorDepth: 'browserColourDepth',
  browserTz: 'browserTimezoneOffset',
} as const

/** Programs in use know some fields by other names (wire §9). */
export const withOurNames = (body: Record<string, unknown>): Record<string, unknown> => {
  const renamed = { ...body }
  for (const [theirs, ours] of Object.entries(otherNames)) renamed[ours] ??= body[theirs]
  return renamed
}

/** The transaction may also be named by the first payment, which is then the card's and need say no more. */
export const withTransaction = (body: Record<string, unknown>): Record<string, unknown> => {
  const [first, ...others]: unknown[] = Array.isArray(body.payments) ? body.payments : []
  if (typeof first !== 'object' || first === null || !('transactionId' in first)) return body
  const ofCard = { ...first, tenderType: ('tenderType' in first && first.tenderType) || 'card' }
  return {
    ...body,
    payments: [ofCard, ...others],
    transactionUuid: body.transactionUuid || first.transactionId,
  }
}
