export const attended = 'Attended'
export const absent = 'Absent'
export const cancelled = 'Cancelled'
export const cancelledByVenue = 'Cancelled by the venue'
export const walkIn = 'Walk-in'
export const order = 'Order'
export const move = 'Move'
export const moveItem = ({ name, date }: { name: string; date: string }) => `Move ${name}, ${date}`
export const cancel = 'Cancel'
export const cancelItem = ({ name, date }: { name: string; date: string }) => `Cancel ${name}, ${date}`

// Cancelling
export const cancelTitle = 'Cancel this booking?'
export const keepBooking = 'Keep booking'
export const close = 'Close'
export const cancelBooking = 'Cancel booking'
export const fullRefund = ({ amount }: { amount: string }) => `Refund of ${amount} in full.`
export const nothingPaid = 'No money was paid for this. A visit or benefit that was used goes back.'
export const penaltyToo = 'A penalty for missing it is waived, or refunded if it was paid.'
export const refundInFull = 'Refund in full, whatever the terms say'
export const refundInCash = 'Refund in cash what was not paid by card or credit'
export const reason = 'Reason'
export const supervisorOnly = 'Only a duty manager can cancel this now.'
export const done = ({
  cash,
  other,
  penalty,
}: {
  /** To hand out. */
  cash: string | null
  /** Refunded on top of that. */
  other: string | null
  /** The part of both that is the penalty. */
  penalty: string | null
}): string =>
  [
    'Cancelled.',
    cash === null ? '' : `Hand out ${cash} in cash.`,
    other === null ? '' : `Refund: ${other}.`,
    penalty === null ? '' : `This includes the penalty of ${penalty}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
