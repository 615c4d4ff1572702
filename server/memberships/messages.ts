import { formatted } from '#contract/money.ts'
import { date, daysAfter } from '#contract/time.ts'
import * as messages from '#server/messages/en/memberships.ts'
import type { NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import type { FailureReason, PaymentsToCome } from './rules.ts'

/** Format: "Thu 01 April 2027". */
const dayIn = (day: string, zone: string): string => date(day, zone, new Date(0)).fullDatePretty

const linkToMemberships = ({ account }: NoticeContext['sites']) =>
  ({ type: 'link', label: messages.seeMemberships, href: `${account}/memberships` }) as const

/** Announces a collection. `isRetry`: an earlier attempt failed. */
export const paymentAnnounced: NoticeKind<{
  collectionId: number
  firstName: string
  plan: string
  amount: number
  on: string
  paymentMethod: 'direct_debit' | 'card'
  isRetry: boolean
}> = {
  kind: 'payment_announced',
  // A day that moves is announced again.
  about: ({ collectionId, on }) => `collection:${collectionId}:${on}`,
  write: ({ firstName, plan, amount, on, paymentMethod, isRetry }, { seller, sites }) => {
    const sum = formatted(amount, seller.currencySymbol)
    const next = { amount: sum, day: dayIn(on, seller.timezone) }
    const payment = { firstName, plan, amount: sum }
    return {
      subject: messages.nextPaymentSubject(next),
      heading: messages.nextPaymentHeading(next),
      blocks: [
        {
          type: 'text',
          text: isRetry
            ? messages.nextPaymentRetry[paymentMethod](payment)
            : messages.nextPayment[paymentMethod](payment),
        },
        ...(paymentMethod === 'direct_debit' ? ([{ type: 'text', text: messages.objection }] as const) : []),
        linkToMemberships(sites),
      ],
    }
  },
}

/** `againOn` null: there is no retry, and the membership is frozen until it is paid another way. */
export const membershipPaymentFailed: NoticeKind<{
  collectionId: number
  tries: number
  firstName: string
  plan: string
  amount: number
  on: string
  reason: FailureReason
  againOn: string | null
}> = {
  kind: 'membership_payment_failed',
  about: ({ collectionId, tries }) => `collection:${collectionId}:${tries}`,
  write: ({ firstName, plan, amount, on, reason, againOn }, { seller, sites }) => {
    const sum = formatted(amount, seller.currencySymbol)
    return {
      subject: messages.failedSubject({ amount: sum }),
      heading: messages.failedHeading,
      blocks: [
        {
          type: 'text',
          text: messages.failed[reason]({ firstName, plan, amount: sum, day: dayIn(on, seller.timezone) }),
        },
        {
          type: 'text',
          text:
            againOn === null
              ? messages.frozen({ amount: sum })
              : messages.retry({ day: dayIn(againOn, seller.timezone) }),
        },
        againOn === null
          ? { type: 'link', label: messages.payNow, href: `${sites.account}/payments` }
          : linkToMemberships(sites),
      ],
    }
  },
}

/** A change of a membership by its payer, or by staff for them. `at` tells two changes of a kind apart. */
export type ChangedFacts = {
  membershipId: number
  firstName: string
  plan: string
  from: string | null
  until: string | null
  at: string
  /** What is collected until a cancelled membership ends. */
  payments?: PaymentsToCome | null
  minimumUntil?: string | null
}

const aboutChange = ({ membershipId, at }: Pick<ChangedFacts, 'membershipId' | 'at'>): string =>
  `membership:${membershipId}:${at}`

type WrittenChange = { subject: string; heading: string; texts: readonly string[] }

/** Confirms a change, with a link to where it can be changed again. */
const changeNotice = (
  kind: string,
  write: (
    facts: ChangedFacts,
    dayOf: (day: string | null) => string,
    sumOf: (pence: number) => string,
  ) => WrittenChange,
): NoticeKind<ChangedFacts> => ({
  kind,
  about: aboutChange,
  write: (facts, { seller, sites }) => {
    const { subject, heading, texts } = write(
      facts,
      (day) => (day === null ? '' : dayIn(day, seller.timezone)),
      (pence) => formatted(pence, seller.currencySymbol),
    )
    return {
      subject,
      heading,
      blocks: [...texts.map((text) => ({ type: 'text' as const, text })), linkToMemberships(sites)],
    }
  },
})

export const membershipCancelled = changeNotice(
  'membership_cancelled',
  ({ firstName, plan, until, payments = null, minimumUntil = null }, dayOf, sumOf) => ({
    subject: messages.cancelledSubject({ plan, day: dayOf(until) }),
    heading: messages.cancelledHeading,
    texts: [
      messages.cancelled({ firstName, plan, day: dayOf(until) }),
      ...(minimumUntil === null ? [] : [messages.minimumTermUntil({ day: dayOf(minimumUntil) })]),
      payments === null
        ? messages.cancelledNoPayments
        : messages.cancelledPayments({
            count: payments.count,
            total: sumOf(payments.total),
            first: dayOf(payments.first),
            last: dayOf(payments.last),
          }),
      messages.keepUntilThen,
    ],
  }),
)

export const membershipContinued = changeNotice(
  'membership_continued',
  ({ firstName, plan, from }, dayOf) => ({
    subject: messages.continuedSubject({ plan }),
    heading: messages.continuedHeading,
    texts: [
      messages.continued({ firstName, plan }),
      ...(from === null ? [] : [messages.nextCollected({ day: dayOf(from) })]),
    ],
  }),
)

/** Confirms who belongs to a membership from now on. */
export const membersChanged: NoticeKind<{
  membershipId: number
  firstName: string
  plan: string
  /** Their names in one phrase. */
  members: string
  at: string
}> = {
  kind: 'members_changed',
  about: aboutChange,
  write: ({ firstName, plan, members }, { sites }) => ({
    subject: messages.membersSubject({ plan }),
    heading: messages.membersHeading,
    blocks: [
      { type: 'text', text: messages.membersChanged({ firstName, plan, members }) },
      linkToMemberships(sites),
    ],
  }),
}

/** Confirms from which card a membership is collected from now on. */
export const membershipCardChanged: NoticeKind<{
  membershipId: number
  firstName: string
  plan: string
  brand: string
  lastFour: string
  /** The day of the next payment. */
  next: string | null
  endsDirectDebit: boolean
  at: string
}> = {
  kind: 'membership_card_changed',
  about: aboutChange,
  write: ({ firstName, plan, brand, lastFour, next, endsDirectDebit }, { seller, sites }) => ({
    subject: messages.cardChangedSubject({ plan, lastFour }),
    heading: messages.cardChangedHeading,
    blocks: [
      { type: 'text', text: messages.cardChanged({ firstName, plan, brand, lastFour }) },
      ...(endsDirectDebit ? ([{ type: 'text', text: messages.directDebitEnds }] as const) : []),
      ...nextPaymentOn(next, seller),
      { type: 'text', text: messages.notYou },
      { type: 'link', label: messages.seeCards, href: `${sites.account}/payments` },
    ],
  }),
}

const nextPaymentOn = (next: string | null, { timezone }: NoticeContext['seller']) =>
  next === null
    ? []
    : ([{ type: 'text', text: messages.nextCollected({ day: dayIn(next, timezone) }) }] as const)

/** Confirms that a membership is collected from another bank account from now on. */
export const membershipAccountChanged: NoticeKind<{
  membershipId: number
  firstName: string
  plan: string
  /** The day of the next payment. */
  next: string | null
  at: string
}> = {
  kind: 'membership_account_changed',
  about: aboutChange,
  write: ({ firstName, plan, next }, { seller, sites }) => ({
    subject: messages.accountChangedSubject({ plan }),
    heading: messages.accountChangedHeading,
    blocks: [
      { type: 'text', text: messages.accountChanged({ firstName, plan }) },
      ...nextPaymentOn(next, seller),
      { type: 'text', text: messages.notYou },
      linkToMemberships(sites),
    ],
  }),
}

type TakeOverFacts = {
  membershipId: number
  plan: string
  /** The day of the first payment that is collected here. */
  from: string
  /** null: a bank account. */
  card: { brand: string; lastFour: string } | null
  at: string
}

/** Confirms to a member that a membership another system has collected is collected here from a day on. */
export const membershipPaymentsSetUp: NoticeKind<TakeOverFacts & { firstName: string }> = {
  kind: 'membership_payments_set_up',
  about: aboutChange,
  write: ({ firstName, plan, from, card }, { seller, sites }) => {
    const set = { firstName, plan, day: dayIn(from, seller.timezone) }
    return {
      subject: messages.setUpSubject({ plan }),
      heading: messages.setUpHeading,
      blocks: [
        {
          type: 'text',
          text: card === null ? messages.setUpDebit(set) : messages.setUpCard({ ...set, ...card }),
        },
        { type: 'text', text: messages.setUpBefore },
        { type: 'text', text: messages.notYou },
        linkToMemberships(sites),
      ],
    }
  },
}

/** Tells the operator that another system must not collect a membership any more from a day on. */
export const membershipTakenOver: NoticeKind<TakeOverFacts & { reference: string; payer: string }> = {
  kind: 'membership_taken_over',
  about: aboutChange,
  write: ({ reference, payer, plan, from, card }, { seller }) => {
    const taken = { reference, payer, plan, day: dayIn(from, seller.timezone) }
    return {
      subject: messages.takenOverSubject(taken),
      heading: messages.takenOverHeading(taken),
      blocks: [
        { type: 'text', text: messages.takenOver[card === null ? 'direct_debit' : 'card'](taken) },
        { type: 'text', text: messages.takenOverBefore(taken) },
      ],
    }
  },
}

export const membershipFrozen = changeNotice(
  'membership_frozen',
  ({ firstName, plan, from, until }, dayOf) => {
    // The page names its last day, too.
    const last = until === null ? '' : daysAfter(until, -1)
    const days = { from: dayOf(from), last: dayOf(last === '' ? null : last) }
    return {
      subject: messages.freezeSubject({ plan, ...days }),
      heading: messages.freezeHeading,
      texts: [messages.freeze({ firstName, plan, ...days, until: dayOf(until) }), messages.unfreezeAnyTime],
    }
  },
)

/** Confirms that a membership ended within 14 days of joining at a distance. Pence. */
export const membershipWithdrawn: NoticeKind<{
  membershipId: number
  firstName: string
  plan: string
  refund: number
  usageCharge: number
  at: string
}> = {
  kind: 'membership_withdrawn',
  about: aboutChange,
  write: ({ firstName, plan, refund, usageCharge }, { seller, sites }) => ({
    subject: messages.withdrawnSubject({ plan }),
    heading: messages.withdrawnHeading,
    blocks: [
      { type: 'text', text: messages.withdrawn({ firstName, plan }) },
      ...[
        ...(refund === 0
          ? []
          : [messages.withdrawnRefund({ amount: formatted(refund, seller.currencySymbol) })]),
        ...(usageCharge === 0
          ? []
          : [messages.usageCharged({ amount: formatted(usageCharge, seller.currencySymbol) })]),
      ].map((text) => ({ type: 'text' as const, text })),
      linkToMemberships(sites),
    ],
  }),
}

/** Confirms that a freeze was taken back before it began. `from`: when it was to begin. */
export const freezeWithdrawn = changeNotice('freeze_withdrawn', ({ firstName, plan, from }, dayOf) => ({
  subject: messages.freezeWithdrawnSubject({ plan }),
  heading: messages.freezeWithdrawnHeading,
  texts: [messages.freezeWithdrawn({ firstName, plan, from: dayOf(from) })],
}))

export const freezeEnded = changeNotice('membership_unfrozen', ({ firstName, plan, from }, dayOf) => ({
  subject: messages.unfrozenSubject({ plan, day: dayOf(from) }),
  heading: messages.unfrozenHeading,
  texts: [messages.unfrozen({ firstName, plan, day: dayOf(from) })],
}))
