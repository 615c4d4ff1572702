import type { BasketItem } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { paymentReference } from '#contract/paymentReference.ts'
import { sessionEnd } from '#contract/time.ts'
import type { EndReason } from '#contract/transactions.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'

/** What a payment was for, as its messages name it; without the names of those who take part. */
export type OrderedItem = {
  name: string
  quantity: number
  /** Null for what has no time: a penalty, a membership. */
  session: {
    id: number | string
    date: string
    day: string
    shortDay: string
    from: string
    to: string
    location: string
    venue: string
  } | null
}

/** Each session once, however many go there, in the order in which they start. */
export const orderedItems = (items: readonly BasketItem[]): OrderedItem[] => {
  const ordered = new Map<string, OrderedItem>()
  for (const item of items) {
    const { name, quantity } = item
    const session = sessionOf(item)
    const key = `${session?.id ?? item.id}/${name}`
    ordered.set(key, { name, quantity: quantity + (ordered.get(key)?.quantity ?? 0), session })
  }
  return [...ordered.values()].toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
}

const sessionOf = ({ cartableResource }: BasketItem): OrderedItem['session'] => {
  if (cartableResource === null) return null
  const { id, date, startsAt, location, venueName } = cartableResource
  return {
    id,
    date: date.raw,
    day: operatorMessages().format.fullDay(date.raw),
    shortDay: `${date.dayPretty} ${date.datePretty}`,
    from: startsAt.format24Hour,
    to: sessionEnd(cartableResource),
    location: location.name,
    venue: venueName,
  }
}

/** What has no time comes last. */
const startOf = ({ session }: OrderedItem): string =>
  session === null ? '9999' : `${session.date} ${session.from}`

/** What, when and where, as an item of a list. */
export const describeOrdered = (messages: Messages, { name, quantity, session }: OrderedItem) => ({
  title: quantity > 1 ? messages.bookings.mail.quantity({ quantity, title: name }) : name,
  lines:
    session === null
      ? []
      : [messages.bookings.mail.when(session), ...new Set([session.location, session.venue])].filter(Boolean),
})

/** The first with its time, for a subject: "Yoga, Thu 4 Mar, 18:00, and 1 more". */
export const describeFirstOrdered = (messages: Messages, items: readonly OrderedItem[]): string => {
  const [first] = items
  if (first === undefined) return ''
  const { name, session } = first
  const others = items.length - 1
  if (session === null) return messages.bookings.mail.firstItem({ name, others })
  return messages.bookings.mail.firstBooking({ name, time: `${session.shortDay}, ${session.from}`, others })
}

/** How a payment stands, and where its payer goes on. Amounts are pence. */
export type PaymentProgress = {
  uuid: string
  amount: number
  items: OrderedItem[]
  purpose: 'order' | 'joining' | 'move'
  state: 'waiting' | 'confirming' | 'refunded' | EndReason
  /** What was no longer available. */
  lostItems: readonly string[]
  /** The address to go on at where nothing is booked. */
  next: string
}

const style = `
body{margin:0;min-height:100vh;display:grid;place-items:center;color:#1b1b26;background:#fff;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{box-sizing:border-box;width:100%;max-width:28rem;padding:1.5rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 1rem}
ul{list-style:none;margin:0 0 1rem;padding:0;border-top:1px solid #d5d5dd}
li{padding:.75rem 0;border-bottom:1px solid #d5d5dd}
strong{display:block}
a{box-sizing:border-box;display:block;min-height:44px;padding:.6rem 1rem;border:1px solid #1b1b26;border-radius:8px;font-weight:600;text-align:center;text-decoration:none;color:#fff;background:#1b1b26}
a:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
`

/** Reads the page again until the bank has answered. */
const script = `
'use strict';
setTimeout(() => { location.reload() }, 10000)
`

/** How a payment stands; its address needs no cookie. */
export const paymentPage = (
  messages: Messages,
  progress: PaymentProgress,
  currencySymbol: string,
): Response => {
  const { uuid, amount, items, purpose, state, lostItems, next } = progress
  const { heading, text } = messages.checkout.paymentProgress[state]
  const isOpen = state === 'waiting' || state === 'confirming'
  const facts = { amount: formatted(amount, currencySymbol), reference: paymentReference(uuid) }
  const listed = items
    .map((one) => describeOrdered(messages, one))
    .map(({ title, lines }) => {
      const details = lines.map((line) => `<span>${escapeHtml(line)}</span>`).join('<br>')
      return `<li><strong>${escapeHtml(title)}</strong>${details}</li>`
    })
  const paragraphs = [
    text,
    ...lostItems,
    ...(isOpen ? [messages.checkout.pageUpdates] : [messages.checkout.nothingFollows[purpose]]),
    messages.checkout.paymentOf(facts),
  ]
  return answerPage({
    language: messages.format.language,
    title: heading,
    style,
    ...(isOpen && { script }),
    body: `<main>
<h1>${escapeHtml(heading)}</h1>
${paragraphs.map((words) => `<p>${escapeHtml(words)}</p>`).join('\n')}
<ul role="list">
${listed.join('\n')}
</ul>
${isOpen ? '' : `<p><a href="${escapeHtml(next)}">${escapeHtml(labelOf(messages, purpose, next))}</a></p>`}
</main>`,
  })
}

const labelOf = (messages: Messages, purpose: PaymentProgress['purpose'], next: string): string => {
  if (purpose === 'joining') return messages.checkout.goOn.joining
  if (purpose === 'move') return messages.checkout.goOn.bookings
  return next.endsWith('/basket') ? messages.checkout.goOn.basket : messages.checkout.goOn.start
}

export const missingPaymentPage = (messages: Messages, site: string): Response =>
  answerPage({
    language: messages.format.language,
    title: messages.checkout.paymentNotFound,
    style,
    status: 404,
    body: `<main>
<h1>${escapeHtml(messages.checkout.paymentNotFound)}</h1>
<p><a href="${escapeHtml(site)}/find-booking">${escapeHtml(messages.checkout.findBooking)}</a></p>
</main>`,
  })
