// Mail
type Expiring = { amount: string; day: string }
export const expiringSubject = ({ amount, day }: Expiring) => `Your ${amount} of credit expires on ${day}`
export const expiringHeading = ({ amount }: { amount: string }) => `Use your ${amount} of credit`
export const expiringText = ({ firstName, amount, day }: Expiring & { firstName: string }) =>
  `Hello ${firstName}, you have ${amount} of credit that you can use until ${day}. Choose it when you pay for your next booking.`
export const book = 'Book an activity'
export const seeCredit = 'See your credit'
