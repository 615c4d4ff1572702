import { formatted } from '#contract/money.ts'
import { date } from '#contract/time.ts'
import { receiptFile } from '#server/bookings/receipt/service.ts'
import { orderDetails } from '#server/bookings/service.ts'
import { paymentMethodWords } from '#server/memberships/rules.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** What a new member has agreed to. Calendar days; amounts are pence. */
export type JoinedFacts = {
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
}

const guarantee =
  'Your payments are protected by the Direct Debit Guarantee: we tell you of every payment beforehand, your bank gives back at once what was taken by mistake, and you may cancel the Direct Debit at your bank at any time. Please tell us as well when you do.'

/** "You're a member": from when, what was paid, and what is paid next; with the receipt. */
export const membershipJoined: NoticeKind<JoinedFacts> = {
  kind: 'membership_joined',
  about: ({ orderId }) => `order:${orderId}`,
  write: async (facts, { tx, seller }) => {
    const { firstName, reference, plan, venue, startsOn, paid, next, paymentMethod, minimumUntil, endsOn } =
      facts
    const dayIn = (day: string): string => date(day, seller.timezone, new Date(0)).fullDatePretty
    const lines = [
      venue,
      `From ${dayIn(startsOn)}${endsOn === null ? '' : ` to ${dayIn(endsOn)}`}`,
      `Membership number ${reference}`,
      paid === 0 ? 'Nothing to pay today' : `Paid today ${formatted(paid, seller.currencySymbol)}`,
    ]
    if (next !== null)
      lines.push(
        `Next payment ${formatted(next.amount, seller.currencySymbol)} on ${dayIn(next.on)}, ${paymentMethodWords[paymentMethod]}`,
      )
    if (minimumUntil !== null && endsOn === null) lines.push(`Minimum term until ${dayIn(minimumUntil)}`)
    const isDebited = next !== null && paymentMethod === 'direct_debit'
    const order = await orderDetails(tx, facts.orderId)
    const receipt = order === null ? null : await receiptFile(order)
    return {
      subject: `You're a member: ${plan}`,
      heading: `You're a member, ${firstName}`,
      blocks: [
        { type: 'list', items: [{ title: plan, lines }] },
        ...(isDebited ? ([{ type: 'text', text: guarantee }] as const) : []),
      ],
      attachments: receipt === null ? [] : [receipt],
    }
  },
}
