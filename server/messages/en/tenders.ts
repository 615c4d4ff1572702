import type { LaterTender, RefundPlace, TenderId } from '#contract/tenders.ts'

/** On a receipt. */
export const tenderNames: Readonly<Record<TenderId, string>> = {
  cash: 'Cash',
  'offline-voucher': 'Voucher',
  cheque: 'Cheque',
  card: 'Card',
  card_terminal: 'Card at the desk',
  credit: 'Credit',
  customer_account_online: 'Account',
  booking_partner: 'Booking partner',
  at_venue: 'To pay at the venue',
}

/** "You paid … in cash". */
export const howPaid: Readonly<Record<LaterTender | 'card', string>> = {
  cash: 'in cash',
  card: 'by card',
  card_terminal: 'by card',
}

/** On a receipt: "Refunded to card". */
export const refundPlaces: Readonly<Record<RefundPlace, string>> = {
  credit: 'as credit',
  card: 'to card',
  account: 'to account',
  desk: 'at the desk',
  partner: 'by booking partner',
  cash: 'in cash',
}
