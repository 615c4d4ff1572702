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
export const refundInFull = 'Refund in full, whatever the terms say'
export const refundInCash = 'Refund in cash what was not paid by card or credit'
export const reason = 'Reason'
export const supervisorOnly = 'Only a supervisor can cancel this now.'
export const done = ({ cash, other }: { cash: string | null; other: string | null }) => {
  if (cash !== null && other !== null) return `Cancelled. Hand out ${cash} in cash. Refund: ${other}.`
  if (cash !== null) return `Cancelled. Hand out ${cash} in cash.`
  return other === null ? 'Cancelled.' : `Cancelled. Refund: ${other}.`
}
