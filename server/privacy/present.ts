import type { Consent, DataHeld, TermsAgreed } from '#contract/privacy.ts'
import { instant } from '#contract/time.ts'
import type { AcceptedTerms, ConsentRow } from '#server/customers/details.ts'
import type { AboutCustomer, AttendeeRecord, OrderRecord } from './queries.ts'

export const presentConsents = (found: readonly ConsentRow[]): Consent[] =>
  found.map(({ given, at, how }) => ({ given, at: instant(at), how }))

export const presentTerms = (found: readonly AcceptedTerms[]): TermsAgreed[] =>
  found.map(({ id, name, acceptedAt, how }) => ({ id, name, acceptedAt: instant(acceptedAt), how }))

type Details = Omit<DataHeld['details'], 'registeredAt' | 'registeredVia' | 'accountLimit'>

/** Data presented elsewhere as it is, and rows that are presented only here. */
type Held = Pick<
  DataHeld,
  | 'madeAt'
  | 'operator'
  | 'bookings'
  | 'money'
  | 'memberships'
  | 'packages'
  | 'waitlists'
  | 'waitlistRanges'
  | 'favourites'
  | 'guestPasses'
  | 'calendarFeed'
  | 'inductions'
  | 'linkedPeople'
> & {
  details: Details
  about: AboutCustomer
  orders: readonly OrderRecord[]
  account: readonly { at: Date; amount: number; description: string }[]
  documents: readonly (Omit<DataHeld['documents'][number], 'uploadedAt'> & { uploadedAt: Date })[]
  attendees: readonly AttendeeRecord[]
  answers: readonly { question: string; answer: string; at: Date }[]
  consents: readonly ConsentRow[]
  terms: readonly AcceptedTerms[]
  messages: readonly { kind: string; to: string; subject: string | null; writtenAt: Date; state: string }[]
  staffActs: readonly { at: Date; act: string; subject: string }[]
  sessions: readonly { startedAt: Date; lastSeenAt: Date; expiresAt: Date }[]
}

/** JSON aggregates return instants as text, in the time zone of the database. */
const at = (when: Date | string): string => instant(new Date(when))

export const presentRecords = ({ details, about, ...held }: Held): DataHeld => ({
  ...held,
  details: {
    ...details,
    registeredAt: at(about.registeredAt),
    registeredVia: about.registeredVia,
    accountLimit: about.accountLimit,
  },
  orders: held.orders.map((order) => ({
    ...order,
    placedAt: at(order.placedAt),
    payments: order.payments.map((payment) => ({ ...payment, paidAt: at(payment.paidAt) })),
    refunds: order.refunds.map((refund) => ({ ...refund, at: at(refund.at) })),
  })),
  account: held.account.map((entry) => ({ ...entry, at: at(entry.at) })),
  documents: held.documents.map((document) => ({ ...document, uploadedAt: at(document.uploadedAt) })),
  attendees: held.attendees.map((attendee) => ({
    ...attendee,
    waivers: attendee.waivers.map((waiver) => ({ ...waiver, agreedAt: at(waiver.agreedAt) })),
  })),
  answers: held.answers.map((answer) => ({ ...answer, at: at(answer.at) })),
  consents: presentConsents(held.consents),
  terms: presentTerms(held.terms),
  messages: held.messages.map((message) => ({ ...message, writtenAt: at(message.writtenAt) })),
  staffActs: held.staffActs.map((act) => ({ ...act, at: at(act.at) })),
  sessions: held.sessions.map(({ startedAt, lastSeenAt, expiresAt }) => ({
    startedAt: at(startedAt),
    lastSeenAt: at(lastSeenAt),
    expiresAt: at(expiresAt),
  })),
})
