/** Membership payments that were not collected in time. */
export const title = 'Membership payments not collected'
export const lead =
  "These payments were due while the system was down. We haven't collected them. Decide whether each customer still owes it."
export const payment = ({ plan, day, amount }: { plan: string; day: string; amount: string }): string =>
  `${amount} for ${plan}, due on ${day}`
export const charge = 'Charge'
export const chargeFor = ({ customer }: { customer: string }): string => `Charge ${customer}`
export const waive = 'Waive'
export const waiveFor = ({ customer }: { customer: string }): string => `Waive for ${customer}`
export const charged = ({ customer, amount }: { customer: string; amount: string }): string =>
  `${customer} now owes ${amount}.`
export const waived = ({ customer, amount }: { customer: string; amount: string }): string =>
  `${amount} waived for ${customer}.`
