export const dateOfBirthNeeded =
  'We need your date of birth first. Add it to your details or ask at reception.'
export const tooYoung = ({ ageMin }: { ageMin: number }) => `This membership is for ages ${ageMin} and over.`
export const tooOld = ({ ageMax }: { ageMax: number }) => `This membership is for ages up to ${ageMax}.`
export const nothingSold = "This venue doesn't sell memberships online."
export const startInPast = 'Choose today or a later day.'
export const startTooLate = ({ days }: { days: number }) => `Choose a start within ${days} days.`
export const notSoldHere = "This venue doesn't sell this membership."
export const paymentMethodUnavailable =
  "You can't pay for this membership this way. Choose another way to pay."
export const codeUnknown = "We don't know this code."
export const termsRequired = 'You must accept the terms.'
export const documentRequired = ({ document }: { document: string }) =>
  `We need to see your ${document} first. Upload a picture of it, or show it at reception.`
export const alreadyMember = 'You already have this membership.'
export const memberTwice = 'Choose each person once. You belong to it already.'
export const planNotOffered = "You can't change to this membership here. Ask at reception."
export const otherWindow = "You're joining in another window. Finish there, or try again."
export const loginRequired = 'Log in to join.'
export const joiningRequired = 'Send the id of the joining to pay for.'
export const replaced = 'You have started joining again since. Pay for that membership instead.'
export const outdated = 'Too much time has passed. Choose your membership again.'

// Order lines
export const membership = ({ plan }: { plan: string }) => `${plan} membership`
export const joiningFee = 'Joining fee'

// Mail
export const subject = ({ plan }: { plan: string }) => `You're a member: ${plan}`
export const heading = ({ firstName }: { firstName: string }) => `You're a member, ${firstName}`
export const period = ({ from, until }: { from: string; until: string | null }) =>
  until === null ? `From ${from}` : `From ${from} to ${until}`
export const number = ({ reference }: { reference: string }) => `Membership number ${reference}`
export const members = ({ names }: { names: string }) => `For ${names}`
export const nothingToPay = 'Nothing to pay today'
export const paidToday = ({ amount }: { amount: string }) => `Paid today ${amount}`
export const nextPayment = {
  direct_debit: ({ amount, day }: { amount: string; day: string }) =>
    `Next payment ${amount} on ${day}, by Direct Debit`,
  card: ({ amount, day }: { amount: string; day: string }) =>
    `Next payment ${amount} on ${day}, from your card`,
}
export const minimumTerm = ({ until }: { until: string }) => `Minimum term until ${until}`
export const seeMembership = 'See your membership'
export const directDebitGuarantee =
  'The Direct Debit Guarantee protects your payments. We tell you about every payment in advance. If we take a payment by mistake, your bank refunds you immediately. You can cancel at your bank at any time. Please tell us too.'

// Another plan
type PlanChange = { firstName: string; before: string; plan: string; amount: string }
export const planChangedSubject = ({ plan }: { plan: string }) => `Your membership is ${plan} now`
export const planChangedHeading = "We've changed your membership"
export const planChanged = ({ firstName, before, plan, amount }: PlanChange) =>
  `Hello ${firstName}, your membership has changed from ${before} to ${plan}. You have the benefits of ${plan} from now on, and your next payments are ${amount} a month.`
export const planPlannedSubject = ({ plan, day }: { plan: string; day: string }) =>
  `Your membership changes to ${plan} on ${day}`
export const planPlannedHeading = "We've noted your change of membership"
export const planPlanned = ({ firstName, before, plan, amount, day }: PlanChange & { day: string }) =>
  `Hello ${firstName}, your membership changes from ${before} to ${plan} on ${day}. Until then it stays as it is. From then on you pay ${amount} a month.`

// Begun and not paid for
export const unfinishedSubject = ({ plan }: { plan: string }) => `You haven't finished joining: ${plan}`
export const unfinishedHeading = 'Finish joining'
export const unfinishedText = ({
  firstName,
  plan,
  venue,
}: {
  firstName: string
  plan: string
  venue: string
}) =>
  `Hello ${firstName}, you've chosen ${plan} at ${venue} and not paid for it yet. We've kept what you entered.`
export const dueToday = ({ amount }: { amount: string }) => `To pay now: ${amount}`
export const priceUntil = ({ day, time }: { day: string; time: string }) =>
  `You can pay at this price until ${day}, ${time}`
export const finish = 'Finish joining'
export const unfinishedIgnore = "Changed your mind? You don't need to do anything. We've charged nothing."
