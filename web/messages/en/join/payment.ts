export const title = 'Pay for your membership'
export const payToday = ({ amount }: { amount: string }) => `Pay ${amount} today`
export const becomeMember = 'Become a member'
export const joining = 'Joining…'
export const reviewAndPay = 'Review and pay'
export const reviewNothingToPay = 'Nothing to pay today. Check your membership, then confirm.'
export const nothingToPay = 'Nothing to pay today'
export const yourMembership = 'Your membership'
export const buyMembership = 'Buy a membership'
export const pay = 'Pay'

// While it is paid
export const settingUp = 'Setting up your membership'
export const ready = 'Your membership is ready'
export const youAreMember = "You're a member"
