import type { TenderId } from '#contract/tenders.ts'

/** `name` of a payment, `entry` in a till and `total` of a till's entries, `paid` by the customer who reads it. */
type Words = { name: string; entry: string; total: string; paid: string }

export const tenders: Readonly<Record<TenderId, Words>> = {
  cash: { name: 'Cash', entry: 'Cash', total: 'Cash', paid: 'Paid in cash' },
  'offline-voucher': { name: 'Voucher', entry: 'Voucher', total: 'Vouchers', paid: 'Voucher' },
  cheque: { name: 'Cheque', entry: 'Cheque', total: 'Cheques', paid: 'Paid by cheque' },
  card: { name: 'Card', entry: 'Card', total: 'Card', paid: 'Paid by card' },
  card_terminal: {
    name: 'Card terminal',
    entry: 'Card terminal',
    total: 'Card terminal',
    paid: 'Paid by card',
  },
  credit: { name: 'Credit', entry: 'Credit', total: 'Credit', paid: 'Your credit' },
  customer_account_online: {
    name: 'Account',
    entry: 'Customer account',
    total: 'Customer accounts',
    paid: 'On your account',
  },
  booking_partner: {
    name: 'Booking partner',
    entry: 'Booking partner',
    total: 'Booking partners',
    paid: 'Paid',
  },
  at_venue: {
    name: 'At the venue',
    entry: 'At the venue',
    total: 'At the venue',
    paid: 'To pay at the venue',
  },
}

/** `name` of the credit that comes with a membership. */
export const membershipOnly = ({ name }: { name: string }): string => `${name} (membership)`
export const membershipCredit = 'Membership credit'
