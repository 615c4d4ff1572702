import { formatted } from '#contract/money.ts'
import { daysAfter } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import type { FailureReason, PaymentsToCome } from './rules.ts'

/** Format: "Thu 1 April 2027". */

export const linkToMemberships = (messages: Messages, { account }: NoticeContext['sites']) =>
  ({ type: 'link', label: messages.memberships.seeMemberships, href: `${account}/memberships` }) as const

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
  write: ({ firstName, plan, amount, on, paymentMethod, isRetry }, { messages, seller, sites }) => {
    const sum = formatted(amount, seller.currencySymbol)
    const next = { amount: sum, day: messages.format.fullDay(on) }
    const payment = { firstName, plan, amount: sum }
    return {
      subject: messages.memberships.nextPaymentSubject(next),
      heading: messages.memberships.nextPaymentHeading(next),
      blocks: [
        {
          type: 'text',
          text: isRetry
            ? messages.memberships.nextPaymentRetry[paymentMethod](payment)
            : messages.memberships.nextPayment[paymentMethod](payment),
        },
        ...(paymentMethod === 'direct_debit'
          ? ([{ type: 'text', text: messages.memberships.objection }] as const)
          : []),
        linkToMemberships(messages, sites),
      ],
    }
  },
}

/** A payment of a membership has arrived. `on` is the day, `2027-03-04`. */
export const membershipPaid: NoticeKind<{
  collectionId: number
  firstName: string
  plan: string
  amount: number
  method: 'direct_debit' | 'card'
  on: string
}> = {
  kind: 'membership_paid',
  about: ({ collectionId }) => `collection:${collectionId}`,
  write: ({ firstName, plan, amount, method, on }, { messages, seller, sites }) => {
    const payment = { firstName, plan, amount: formatted(amount, seller.currencySymbol) }
    return {
      subject: messages.memberships.paidSubject(payment),
      heading: messages.memberships.paidHeading(payment),
      blocks: [
        {
          type: 'text',
          text: messages.memberships.paid[method]({ ...payment, day: messages.format.fullDay(on) }),
        },
        { type: 'link', label: messages.memberships.seePayments, href: `${sites.account}/payments` },
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
  write: ({ firstName, plan, amount, on, reason, againOn }, { messages, seller, sites }) => {
    const sum = formatted(amount, seller.currencySymbol)
    return {
      subject: messages.memberships.failedSubject({ amount: sum }),
      heading: messages.memberships.failedHeading,
      blocks: [
        {
          type: 'text',
          text: messages.memberships.failed[reason]({
            firstName,
            plan,
            amount: sum,
            day: messages.format.fullDay(on),
          }),
        },
        {
          type: 'text',
          text:
            againOn === null
              ? messages.memberships.frozen({ amount: sum })
              : messages.memberships.retry({ day: messages.format.fullDay(againOn) }),
        },
        againOn === null
          ? { type: 'link', label: messages.memberships.payNow, href: `${sites.account}/payments` }
          : linkToMemberships(messages, sites),
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
    messages: Messages,
    dayOf: (day: string | null) => string,
    sumOf: (pence: number) => string,
  ) => WrittenChange,
): NoticeKind<ChangedFacts> => ({
  kind,
  about: aboutChange,
  write: (facts, { messages, seller, sites }) => {
    const { subject, heading, texts } = write(
      facts,
      messages,
      (day) => (day === null ? '' : messages.format.fullDay(day)),
      (pence) => formatted(pence, seller.currencySymbol),
    )
    return {
      subject,
      heading,
      blocks: [...texts.map((text) => ({ type: 'text' as const, text })), linkToMemberships(messages, sites)],
    }
  },
})

export const membershipCancelled = changeNotice(
  'membership_cancelled',
  ({ firstName, plan, until, payments = null, minimumUntil = null }, messages, dayOf, sumOf) => ({
    subject: messages.memberships.cancelledSubject({ plan, day: dayOf(until) }),
    heading: messages.memberships.cancelledHeading,
    texts: [
      messages.memberships.cancelled({ firstName, plan, day: dayOf(until) }),
      ...(minimumUntil === null ? [] : [messages.memberships.minimumTermUntil({ day: dayOf(minimumUntil) })]),
      payments === null
        ? messages.memberships.cancelledNoPayments
        : messages.memberships.cancelledPayments({
            count: payments.count,
            total: sumOf(payments.total),
            first: dayOf(payments.first),
            last: dayOf(payments.last),
          }),
      messages.memberships.keepUntilThen,
    ],
  }),
)

export const membershipContinued = changeNotice(
  'membership_continued',
  ({ firstName, plan, from }, messages, dayOf) => ({
    subject: messages.memberships.continuedSubject({ plan }),
    heading: messages.memberships.continuedHeading,
    texts: [
      messages.memberships.continued({ firstName, plan }),
      ...(from === null ? [] : [messages.memberships.nextCollected({ day: dayOf(from) })]),
    ],
  }),
)

/** Confirms who belongs to a membership from now on. */
export const membersChanged: NoticeKind<{
  membershipId: number
  firstName: string
  plan: string
  /** Their names in one phrase. */
  members: readonly string[]
  at: string
}> = {
  kind: 'members_changed',
  about: aboutChange,
  write: ({ firstName, plan, members }, { messages, sites }) => ({
    subject: messages.memberships.membersSubject({ plan }),
    heading: messages.memberships.membersHeading,
    blocks: [
      {
        type: 'text',
        text: messages.memberships.membersChanged({
          firstName,
          plan,
          members: messages.format.listAll(members),
        }),
      },
      linkToMemberships(messages, sites),
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
  write: ({ firstName, plan, brand, lastFour, next, endsDirectDebit }, { messages, sites }) => ({
    subject: messages.memberships.cardChangedSubject({ plan, lastFour }),
    heading: messages.memberships.cardChangedHeading,
    blocks: [
      { type: 'text', text: messages.memberships.cardChanged({ firstName, plan, brand, lastFour }) },
      ...(endsDirectDebit ? ([{ type: 'text', text: messages.memberships.directDebitEnds }] as const) : []),
      ...nextPaymentOn(messages, next),
      { type: 'text', text: messages.memberships.notYou },
      { type: 'link', label: messages.memberships.seeCards, href: `${sites.account}/payments` },
    ],
  }),
}

const nextPaymentOn = (messages: Messages, next: string | null) =>
  next === null
    ? []
    : ([
        { type: 'text', text: messages.memberships.nextCollected({ day: messages.format.fullDay(next) }) },
      ] as const)

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
  write: ({ firstName, plan, next }, { messages, sites }) => ({
    subject: messages.memberships.accountChangedSubject({ plan }),
    heading: messages.memberships.accountChangedHeading,
    blocks: [
      { type: 'text', text: messages.memberships.accountChanged({ firstName, plan }) },
      ...nextPaymentOn(messages, next),
      { type: 'text', text: messages.memberships.notYou },
      linkToMemberships(messages, sites),
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
  write: ({ firstName, plan, from, card }, { messages, sites }) => {
    const set = { firstName, plan, day: messages.format.fullDay(from) }
    return {
      subject: messages.memberships.setUpSubject({ plan }),
      heading: messages.memberships.setUpHeading,
      blocks: [
        {
          type: 'text',
          text:
            card === null
              ? messages.memberships.setUpDebit(set)
              : messages.memberships.setUpCard({ ...set, ...card }),
        },
        { type: 'text', text: messages.memberships.setUpBefore },
        { type: 'text', text: messages.memberships.notYou },
        linkToMemberships(messages, sites),
      ],
    }
  },
}

/** Tells the operator that another system must not collect a membership any more from a day on. */
export const membershipTakenOver: NoticeKind<TakeOverFacts & { reference: string; payer: string }> = {
  kind: 'membership_taken_over',
  about: aboutChange,
  write: ({ reference, payer, plan, from, card }, { messages }) => {
    const taken = { reference, payer, plan, day: messages.format.fullDay(from) }
    return {
      subject: messages.memberships.takenOverSubject(taken),
      heading: messages.memberships.takenOverHeading(taken),
      blocks: [
        {
          type: 'text',
          text: messages.memberships.takenOver[card === null ? 'direct_debit' : 'card'](taken),
        },
        { type: 'text', text: messages.memberships.takenOverBefore(taken) },
      ],
    }
  },
}

export const membershipFrozen = changeNotice(
  'membership_frozen',
  ({ firstName, plan, from, until }, messages, dayOf) => {
    // The page names its last day, too.
    const last = until === null ? '' : daysAfter(until, -1)
    const days = { from: dayOf(from), last: dayOf(last === '' ? null : last) }
    return {
      subject: messages.memberships.freezeSubject({ plan, ...days }),
      heading: messages.memberships.freezeHeading,
      texts: [
        messages.memberships.freeze({ firstName, plan, ...days, until: dayOf(until) }),
        messages.memberships.unfreezeAnyTime,
      ],
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
  write: ({ firstName, plan, refund, usageCharge }, { messages, seller, sites }) => ({
    subject: messages.memberships.withdrawnSubject({ plan }),
    heading: messages.memberships.withdrawnHeading,
    blocks: [
      { type: 'text', text: messages.memberships.withdrawn({ firstName, plan }) },
      ...[
        ...(refund === 0
          ? []
          : [messages.memberships.withdrawnRefund({ amount: formatted(refund, seller.currencySymbol) })]),
        ...(usageCharge === 0
          ? []
          : [messages.memberships.usageCharged({ amount: formatted(usageCharge, seller.currencySymbol) })]),
      ].map((text) => ({ type: 'text' as const, text })),
      linkToMemberships(messages, sites),
    ],
  }),
}

/** Confirms that a freeze was taken back before it began. `from`: when it was to begin. */
export const freezeWithdrawn = changeNotice(
  'freeze_withdrawn',
  ({ firstName, plan, from }, messages, dayOf) => ({
    subject: messages.memberships.freezeWithdrawnSubject({ plan }),
    heading: messages.memberships.freezeWithdrawnHeading,
    texts: [messages.memberships.freezeWithdrawn({ firstName, plan, from: dayOf(from) })],
  }),
)

export const freezeEnded = changeNotice(
  'membership_unfrozen',
  ({ firstName, plan, from }, messages, dayOf) => ({
    subject: messages.memberships.unfrozenSubject({ plan, day: dayOf(from) }),
    heading: messages.memberships.unfrozenHeading,
    texts: [messages.memberships.unfrozen({ firstName, plan, day: dayOf(from) })],
  }),
)

type PriceFacts = {
  membershipId: number
  firstName: string
  plan: string
  billingPeriod: 'month' | 'year'
  /** What it costs until then. Pence. */
  price: number
  /** Tells two changes apart. */
  at: string
}

const aboutPrice = ({ membershipId, at }: PriceFacts) => `membership:${membershipId}:${at}`

/** The plan has a new price, which the membership has from the payment of a day on. Pence. */
export const planPriceChanges: NoticeKind<PriceFacts & { newPrice: number; from: string }> = {
  kind: 'plan_price_changes',
  about: aboutPrice,
  write: ({ price, newPrice, from, billingPeriod, ...facts }, { messages, seller, sites }) => {
    const change = {
      ...facts,
      price: formatted(price, seller.currencySymbol),
      newPrice: formatted(newPrice, seller.currencySymbol),
      day: messages.format.fullDay(from),
    }
    return {
      subject: messages.memberships.priceChangesSubject(change),
      heading: messages.memberships.priceChangesHeading,
      blocks: [
        { type: 'text', text: messages.memberships.priceChanges[billingPeriod](change) },
        ...(newPrice > price
          ? ([{ type: 'text', text: messages.memberships.mayCancelBefore(change) }] as const)
          : []),
        linkToMemberships(messages, sites),
      ],
    }
  },
}

/** The new price that its payer was told of is taken back. */
export const planPriceStays: NoticeKind<PriceFacts> = {
  kind: 'plan_price_stays',
  about: aboutPrice,
  write: ({ price, billingPeriod, ...facts }, { messages, seller, sites }) => {
    const as = { ...facts, price: formatted(price, seller.currencySymbol) }
    return {
      subject: messages.memberships.priceStaysSubject(as),
      heading: messages.memberships.priceStaysHeading,
      blocks: [
        { type: 'text', text: messages.memberships.priceStays[billingPeriod](as) },
        linkToMemberships(messages, sites),
      ],
    }
  },
}
