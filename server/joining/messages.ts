import { formatted } from '#contract/money.ts'
import { localDay, time } from '#contract/time.ts'
import { orderDetails } from '#server/bookings/read.ts'
import { attachedReceipt } from '#server/bookings/receipt.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { joiningById } from './sql.ts'

/** What a new member has agreed to. Calendar days; amounts are pence. */
type JoinedFacts = {
  orderId: number
  firstName: string
  reference: string
  plan: string
  venue: string
  startsOn: string
  paid: number
  next: { on: string; amount: number } | null
  paymentMethod: 'direct_debit' | 'card'
  minimumUntil: string | null
  endsOn: string | null
  /** Who belongs to it, in one phrase; null where it is for one person. */
  members?: readonly string[] | null
}

/** "You're a member": from when, what was paid, and what is paid next; with the receipt. */
export const membershipJoined: NoticeKind<JoinedFacts> = {
  kind: 'membership_joined',
  about: ({ orderId }) => `order:${orderId}`,
  write: async (facts, { messages, tx, seller, sites }) => {
    const { firstName, reference, plan, venue, startsOn, paid, next, paymentMethod, minimumUntil, endsOn } =
      facts
    const dayIn = messages.format.fullDay
    const lines = [
      venue,
      messages.joining.period({ from: dayIn(startsOn), until: endsOn === null ? null : dayIn(endsOn) }),
      messages.joining.number({ reference }),
      paid === 0
        ? messages.joining.nothingToPay
        : messages.joining.paidToday({ amount: formatted(paid, seller.currencySymbol) }),
    ]
    if (facts.members != null)
      lines.push(messages.joining.members({ names: messages.format.listAll(facts.members) }))
    if (next !== null)
      lines.push(
        messages.joining.nextPayment[paymentMethod]({
          amount: formatted(next.amount, seller.currencySymbol),
          day: dayIn(next.on),
        }),
      )
    if (minimumUntil !== null && endsOn === null)
      lines.push(messages.joining.minimumTerm({ until: dayIn(minimumUntil) }))
    const isDebited = next !== null && paymentMethod === 'direct_debit'
    const order = await orderDetails(tx, facts.orderId)
    const receipt = order === null ? null : await attachedReceipt(tx, messages, order)
    return {
      subject: messages.joining.subject({ plan }),
      heading: messages.joining.heading({ firstName }),
      blocks: [
        { type: 'list', items: [{ title: plan, lines }] },
        ...(isDebited ? ([{ type: 'text', text: messages.joining.directDebitGuarantee }] as const) : []),
        { type: 'link', label: messages.joining.seeMembership, href: `${sites.account}/memberships` },
      ],
      attachments: receipt === null ? [] : [receipt],
    }
  },
}

type PlanChangedFacts = {
  membershipId: number
  firstName: string
  before: string
  plan: string
  price: number
}

/** Confirms a plan whose difference has been paid, with the receipt. */
export const planChanged: NoticeKind<PlanChangedFacts & { orderId: number }> = {
  kind: 'plan_changed',
  about: ({ orderId }) => `order:${orderId}`,
  write: async ({ price, orderId, ...facts }, { messages, tx, seller, sites }) => {
    const order = await orderDetails(tx, orderId)
    const receipt = order === null ? null : await attachedReceipt(tx, messages, order)
    return {
      subject: messages.joining.planChangedSubject(facts),
      heading: messages.joining.planChangedHeading,
      blocks: [
        {
          type: 'text',
          text: messages.joining.planChanged({ ...facts, amount: formatted(price, seller.currencySymbol) }),
        },
        { type: 'link', label: messages.joining.seeMembership, href: `${sites.account}/memberships` },
      ],
      attachments: receipt === null ? [] : [receipt],
    }
  },
}

/** Confirms a plan that applies from a later payment on. `at` tells two changes apart. */
export const planChangePlanned: NoticeKind<PlanChangedFacts & { from: string; at: string }> = {
  kind: 'plan_change_planned',
  about: ({ membershipId, at }) => `membership:${membershipId}:${at}`,
  write: ({ price, from, ...facts }, { messages, seller, sites }) => {
    const day = messages.format.fullDay(from)
    return {
      subject: messages.joining.planPlannedSubject({ ...facts, day }),
      heading: messages.joining.planPlannedHeading,
      blocks: [
        {
          type: 'text',
          text: messages.joining.planPlanned({
            ...facts,
            day,
            amount: formatted(price, seller.currencySymbol),
          }),
        },
        { type: 'link', label: messages.joining.seeMembership, href: `${sites.account}/memberships` },
      ],
    }
  },
}

/** A person has chosen a membership and not paid for it. `goodUntil` is an instant, until when they can at this price. */
export const joiningUnfinished: NoticeKind<{
  customerId: number
  joiningId: number
  firstName: string
  plan: string
  venue: string
  amount: number
  goodUntil: string
  timezone: string
}> = {
  kind: 'joining_unfinished',
  about: ({ customerId, joiningId }) => `customer:${customerId} joining:${joiningId}`,
  isOutdated: async ({ joiningId, goodUntil }, { tx, now }) =>
    new Date(goodUntil) <= now || (await joiningById(tx, joiningId))?.status !== 'awaiting_payment',
  write: ({ firstName, plan, venue, amount, goodUntil, timezone }, { messages, seller, sites }) => {
    const until = new Date(goodUntil)
    return {
      subject: messages.joining.unfinishedSubject({ plan }),
      heading: messages.joining.unfinishedHeading,
      blocks: [
        { type: 'text', text: messages.joining.unfinishedText({ firstName, plan, venue }) },
        {
          type: 'list',
          items: [
            {
              title: plan,
              lines: [
                venue,
                messages.joining.dueToday({ amount: formatted(amount, seller.currencySymbol) }),
                messages.joining.priceUntil({
                  day: messages.format.shortDay(localDay(until, timezone)),
                  time: time(until, timezone).format24Hour,
                }),
              ],
            },
          ],
        },
        { type: 'link', label: messages.joining.finish, href: `${sites.account}/memberships` },
        { type: 'text', text: messages.joining.unfinishedIgnore },
      ],
    }
  },
}
