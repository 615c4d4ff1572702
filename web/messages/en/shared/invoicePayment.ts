/** Paying an invoice of a hire by card. */

export const yourInvoice = 'Your invoice'
export const confirm = 'Pay invoice'
export const paying = 'Recording your payment'
export const paid = 'Your payment is recorded'
export const paidTitle = 'Your invoice is paid'
export const nothingToPay = ''
export const withoutScript =
  'JavaScript is off in your browser. Turn it on and reload this page, or pay by transfer or at reception.'

// Errors
export const declinedText =
  "You haven't been charged, and the invoice is still to be paid. Try another card, or ask your bank why."
export const challengeFailedText =
  "You haven't been charged, and the invoice is still to be paid. Try again or use another card."
export const unavailableText = "You haven't been charged. Try again in a moment, or pay by transfer."
export const notPaid = "Your card hasn't been charged for this invoice."
export const notPaidText = 'If your bank shows a pending payment, it will disappear by itself.'
export const changedText = "You haven't been charged."
