export const title = 'Pay for your membership'
export const payToday = ({ amount }: { amount: string }) => `Pay ${amount} today`
export const becomeMember = 'Become a member'
export const joining = 'Joining…'
export const reviewAndPay = 'Review and pay'
export const reviewNothingToPay = 'Nothing to pay today. Check your membership, then confirm.'
export const nothingToPay = 'Nothing to pay today'
export const yourMembership = 'Your membership'
export const laterPayments = ({ method }: { method: string }) => `Later payments: ${method}`
export const change = 'Change membership'
export const buyMembership = 'Buy a membership'
export const pay = 'Pay'

// While it is paid
export const settingUp = 'Setting up your membership'
export const ready = 'Your membership is ready'
export const youAreMember = "You're a member"

// What can go wrong
export const declinedText = "You haven't been charged. Try another card, or ask your bank why."
export const challengeFailedText = "You haven't been charged. Try again or use another card."
export const expired = 'This page has expired.'
export const expiredText =
  "Prices are valid for a day. You haven't been charged. Choose your membership again."
export const startedAgain = 'You started joining again in another window.'
export const startedAgainText =
  "You haven't been charged. Continue in the other window, or choose your membership again."
