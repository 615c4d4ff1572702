export const missed = ({ name, day }: { name: string; day: string }) => `Missed: ${name}, ${day}`
export const attendedAfterAll = 'Marked as attended'
export const alreadySettled = 'This penalty has been paid or waived already.'
export const penaltyRefunded = ({ penalty }: { penalty: string }) => `Refunded: ${penalty}`
export const refundedInFull = 'The whole price of the booking was refunded'
export const unpaid = 'You have an unpaid penalty. Add it to your basket to pay it with your booking.'

// Debts on a customer's account
export const accountDebt = ({ day }: { day: string }) => `On your account, up to ${day}`
export const nothingOwed = 'You owe nothing on your account.'
