import type { AudiencePeople, Placeholder } from '#contract/audiences.ts'
import { listAny } from './format.ts'

export const mailHeadings: Readonly<Record<AudiencePeople, string>> = {
  booked: 'A message about your booking',
  absent: 'A message about your booking',
  waiting: 'A message about your place on the waitlist',
  members: 'A message about your membership',
  hirers: 'A message about your hire',
}
export const seeOrder = 'See your booking'
export const seeWaitlists = 'See your waitlists'
export const seeHires = 'See your dates'
export const unknownPlaceholder = ({
  unknown,
  allowed,
}: {
  unknown: string
  allowed: readonly Placeholder[]
}) => `"${unknown}" stands for nothing here. Use ${listAny(allowed.map((word) => `{${word}}`))}.`
export const emptyAudience: Readonly<Record<AudiencePeople, string>> = {
  booked: 'Nobody has booked here on these days.',
  absent: 'Nobody was marked absent here on these days.',
  waiting: 'Nobody is on a waitlist here for these days.',
  members: 'Nobody has such a membership here on these days.',
  hirers: 'Nobody hires here on these days.',
}
export const nameInUse = ({ name }: { name: string }) =>
  `There is a list called "${name}" already. Choose another name.`
export const audienceChanged = ({
  emailed,
  byPartner,
  toRing,
}: {
  emailed: number
  byPartner: number
  toRing: number
}) =>
  `This has changed since you looked: ${emailed} by e-mail, ${byPartner} through partners, ${toRing} to ring. Check it again.`
export const alreadySent = 'This message has been sent to everybody.'

export const newsHeading = ({ operator }: { operator: string }) => `News from ${operator}`
export const whyNews = 'You get this because you agreed to news and offers by e-mail.'
export const noConsent = ({ count }: { count: number }) =>
  count === 1
    ? '1 person would get this, and did not agree to news.'
    : `None of ${count} people agreed to news.`
export const needsSecondPerson =
  'News to so many people needs a second person. Somebody else has to approve what you have written.'
export const alreadyApproved = 'This message has been approved or stopped.'
