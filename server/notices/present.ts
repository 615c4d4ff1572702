import { formatted } from '#contract/money.ts'
import { date, dayInWords, time } from '#contract/time.ts'
import { titleOf } from '#server/bookings/service.ts'
import type { BookingRow, OrderDetails } from '#server/bookings/service.ts'
import { escapeHtml } from '#server/platform/raw.ts'

/** A message without its envelope, as text and as HTML saying the same. */
export type Words = { subject: string; text: string; html: string }

type Block =
  | { is: 'text'; text: string }
  | { is: 'link'; label: string; href: string }
  | { is: 'things'; items: { title: string; lines: string[] }[] }

const words = (subject: string, heading: string, seller: string, blocks: readonly Block[]): Words => ({
  subject,
  text: [heading, ...blocks.map(asText), seller].join('\n\n').concat('\n'),
  html: `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1b1b26;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${escapeHtml(heading)}</h1>
${blocks.map(asHtml).join('\n')}
<p style="margin:24px 0 0;color:#55555f">${escapeHtml(seller)}</p>
</div>
</body>
</html>
`,
})

const asText = (block: Block): string => {
  switch (block.is) {
    case 'text':
      return block.text
    case 'link':
      return `${block.label}:\n${block.href}`
    case 'things':
      return block.items
        .map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
        .join('\n\n')
  }
}

const asHtml = (block: Block): string => {
  switch (block.is) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`
    case 'link':
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.href)}" style="color:#1d4ed8">${escapeHtml(block.label)}</a></p>`
    case 'things':
      return `<ul style="margin:0 0 16px;padding:0;list-style:none">${block.items
        .map(
          ({ title, lines }) =>
            `<li style="margin:0 0 12px;padding:12px;border:1px solid #c9c9d2;border-radius:6px"><strong>${escapeHtml(title)}</strong>${lines
              .map((line) => `<br>${escapeHtml(line)}`)
              .join('')}</li>`,
        )
        .join('')}</ul>`
  }
}

/** "You're booked": what, when, where, and how to get in. */
export const bookingConfirmed = (
  { order, bookings, payments, seller }: OrderDetails,
  orderUrl: string,
): Words => {
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0)
  const penalties = order.items
    .filter(({ type }) => type === 'penalty')
    .map(({ name, price }) => ({ title: name, lines: [`${price.formatted}, paid`] }))
  const title = bookings.length > 0 ? "You're booked" : 'Thank you for your payment'
  return words(`${title}: ${order.reference}`, title, seller.name, [
    { is: 'text', text: `Your order is ${order.reference}.` },
    { is: 'things', items: [...bookings.map(item), ...penalties] },
    {
      is: 'text',
      text:
        paid === 0
          ? 'There was nothing to pay.'
          : `You paid ${formatted(paid, seller.currencySymbol)}${
              order.taxTotal > 0
                ? `, of which ${formatted(order.taxTotal, seller.currencySymbol)} is VAT`
                : ''
            }.`,
    },
    { is: 'link', label: 'See your order', href: orderUrl },
  ])
}

const item = (booking: BookingRow): { title: string; lines: string[] } => {
  const day = date(booking.localDate, booking.timezone, booking.createdAt)
  const from = time(booking.startsAt, booking.timezone).format24Hour
  const to = time(booking.endsAt, booking.timezone).format24Hour
  const address = [booking.venueName, booking.addressLineOne, booking.town, booking.postcode].filter(Boolean)
  return {
    title: booking.quantity > 1 ? `${booking.quantity} × ${titleOf(booking)}` : titleOf(booking),
    lines: [
      `${day.fullDatePretty}, ${from} to ${to}`,
      booking.locationName,
      address.join(', '),
      `Access code ${booking.accessCode}`,
    ],
  }
}

/** The card was let go: nothing was booked and nothing taken. */
export const paymentVoided = (
  { amount, items, reason }: { amount: number; items: readonly string[]; reason: 'place_lost' | 'refunded' },
  seller: { name: string; currencySymbol: string },
): Words =>
  words('Your booking did not go through', 'Your booking did not go through', seller.name, [
    {
      is: 'text',
      text: 'While the payment was being confirmed, this could no longer be booked:',
    },
    { is: 'things', items: items.map((title) => ({ title, lines: [] })) },
    {
      is: 'text',
      text:
        reason === 'refunded'
          ? `We have given ${formatted(amount, seller.currencySymbol)} back to your card in full.`
          : `Nothing has been taken from your card. If your bank shows ${formatted(amount, seller.currencySymbol)} as set aside, it lets go of it by itself within a few days.`,
    },
    { is: 'text', text: 'We are sorry. Your basket still has what is free, if you would like to try again.' },
  ])

export const passwordReset = (
  { firstName, link, minutes }: { firstName: string; link: string; minutes: number },
  seller: { name: string },
): Words =>
  words('Choose a new password', 'Choose a new password', seller.name, [
    { is: 'text', text: `Hello ${firstName}, somebody asked for a new password for your account.` },
    { is: 'link', label: 'Choose a new password', href: link },
    {
      is: 'text',
      text: `The link works once and for ${minutes} minutes. If it was not you, there is nothing to do: your password stays as it is.`,
    },
  ])

/** To the address that was left: whoever did not do this has to hear of it where they still read. */
export const addressChanged = ({ firstName }: { firstName: string }, seller: { name: string }): Words =>
  words('Your e-mail address was changed', 'Your e-mail address was changed', seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, from now on you log in to ${seller.name} with another e-mail address, and we write to you there.`,
    },
    {
      is: 'text',
      text: 'If it was not you, please tell us at once, by telephone or at the desk of your venue.',
    },
  ])

/** The last message: it names nobody, since it may lie about for longer than the account. */
export const accountClosed = (seller: { name: string }): Words =>
  words('Your account is deleted', 'Your account is deleted', seller.name, [
    {
      is: 'text',
      text: `Your account with ${seller.name} is deleted, and with it what we knew about you. What was paid stays in our books, without your name.`,
    },
    {
      is: 'text',
      text: 'If it was not you, please tell us at once, by telephone or at the desk of your venue.',
    },
  ])

export const documentExpiring = (
  { firstName, name, days, link }: { firstName: string; name: string; days: number; link: string },
  seller: { name: string },
): Words => {
  const what = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  const subject = `Your ${what} runs out ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}`
  return words(subject, subject, seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, send us a new one in time, so that your prices stay as they are.`,
    },
    { is: 'link', label: 'Send a new one', href: link },
  ])
}

/** To a guest, who may never have heard of us. */
export const guestPass = (
  {
    firstName,
    name,
    code,
    visitOn,
    link,
  }: { firstName: string; name: string; code: string; visitOn: string; link: string },
  seller: { name: string },
): Words =>
  words(`You are invited: ${name}`, 'You are invited', seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, somebody has sent you a pass: ${name}, on ${dayInWords(visitOn)}.`,
    },
    { is: 'things', items: [{ title: `Code ${code}`, lines: ['Show it at the desk when you come.'] }] },
    { is: 'link', label: 'See the venue', href: link },
  ])

/** The day before: what, when, where, and how to get in. */
export const bookingReminder = (
  { booking, link }: { booking: BookingRow; link: string },
  seller: { name: string },
): Words =>
  words(`Tomorrow: ${titleOf(booking)}`, 'See you tomorrow', seller.name, [
    { is: 'things', items: [item(booking)] },
    { is: 'text', text: 'Cannot come? Cancel in your account, so that somebody else can.' },
    { is: 'link', label: 'See your booking', href: link },
  ])

export const welcome = (
  { firstName, reference, home }: { firstName: string; reference: string; home: string },
  seller: { name: string },
): Words =>
  words(`Welcome to ${seller.name}`, `Welcome, ${firstName}`, seller.name, [
    {
      is: 'text',
      text: `Your account is ready. Your customer reference is ${reference}; you can log in with it or with this e-mail address.`,
    },
    { is: 'link', label: 'Book an activity', href: home },
  ])

const backInWords: Readonly<Record<'credit' | 'card' | 'account' | 'desk', string>> = {
  credit: 'as credit, which you can use at once',
  card: 'to the card it was paid with; your bank may take a few days to show it',
  account: 'off what is charged to your account',
  desk: 'at the desk: please show this message there',
}

/** A booking has come to an end, by its owner or by the venue; and what comes back. */
export const bookingCancelled = (
  {
    booking,
    refunds,
    isByVenue,
    link,
  }: {
    booking: BookingRow
    refunds: readonly { destination: 'credit' | 'card' | 'account' | 'desk'; amount: number }[]
    isByVenue: boolean
    link: string
  },
  seller: { name: string; currencySymbol: string },
): Words => {
  const { title, lines } = item(booking)
  const back = refunds.map(
    ({ destination, amount }) =>
      `We give ${formatted(amount, seller.currencySymbol)} back ${backInWords[destination]}.`,
  )
  const nothing = booking.price === 0 ? 'There was nothing to pay.' : 'By its terms nothing comes back.'
  const heading = isByVenue ? 'Called off by the venue' : 'Your booking is cancelled'
  return words(`${isByVenue ? 'Called off' : 'Cancelled'}: ${title}`, heading, seller.name, [
    {
      is: 'text',
      text: isByVenue
        ? 'We are sorry: this cannot take place, so your booking has been cancelled.'
        : 'You have cancelled this booking. If it was not you, please tell us.',
    },
    { is: 'things', items: [{ title, lines: lines.slice(0, 3) }] },
    { is: 'text', text: back.length === 0 ? nothing : back.join(' ') },
    { is: 'link', label: 'Find another time', href: link },
  ])
}

type Waited = { firstName: string; title: string; lines: string[] }

/** A place has come free and is kept for the reader: until when, and the one address where it is taken or passed. */
export const waitlistOffered = (
  { firstName, title, lines, until, link }: Waited & { until: string | null; link: string },
  seller: { name: string },
): Words =>
  words(`A place for you: ${title}`, 'A place has come free', seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, you are next on the waitlist. ${
        until === null ? 'A place is kept for you.' : `A place is kept for you until ${until}.`
      }`,
    },
    { is: 'things', items: [{ title, lines }] },
    { is: 'link', label: 'Take the place', href: link },
    {
      is: 'text',
      text: 'If you cannot come, let it go on the same page: the next person is asked at once. What is not taken in time goes to the next person by itself.',
    },
  ])

/** The reader did not take the place that was kept for them. */
export const waitlistLapsed = (
  { firstName, title, lines, link }: Waited & { link: string },
  seller: { name: string },
): Words =>
  words(`No longer kept for you: ${title}`, 'The place has gone to the next person', seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, the place that was kept for you was not taken in time. Nothing has been charged.`,
    },
    { is: 'things', items: [{ title, lines }] },
    { is: 'link', label: 'See whether there are places, or join the waitlist again', href: link },
  ])

/** The venue has fewer places than it had, and the one on offer is among those that are gone. */
export const waitlistWithdrawn = ({ firstName, title, lines }: Waited, seller: { name: string }): Words =>
  words(`Not kept for you after all: ${title}`, 'The venue has fewer places now', seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, we are sorry: the venue has fewer places than it had, so the one that was kept for you is gone. You are back on the waitlist, where you stood before.`,
    },
    { is: 'things', items: [{ title, lines }] },
  ])

/** What whoever joined has agreed to. Days of the calendar; amounts are pence. */
export type Joined = {
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

type Collector = { name: string; currencySymbol: string; timezone: string }

/** A day in words: "Thu 01 April 2027". */
const dayIn = (day: string, { timezone }: Collector): string =>
  date(day, timezone, new Date(0)).fullDatePretty

const byWay = { direct_debit: 'by Direct Debit', card: 'from your card' } as const

/** "You're a member": from when, what was paid, and what is paid next. */
export const membershipJoined = (joined: Joined, seller: Collector): Words => {
  const { firstName, reference, plan, venue, startsOn, paid, next, paymentMethod, minimumUntil, endsOn } =
    joined
  const lines = [
    venue,
    `From ${dayIn(startsOn, seller)}${endsOn === null ? '' : ` to ${dayIn(endsOn, seller)}`}`,
    `Membership number ${reference}`,
    paid === 0 ? 'Nothing to pay today' : `Paid today ${formatted(paid, seller.currencySymbol)}`,
    ...(next === null
      ? []
      : [
          `Next payment ${formatted(next.amount, seller.currencySymbol)} on ${dayIn(next.on, seller)}, ${byWay[paymentMethod]}`,
        ]),
    ...(minimumUntil === null || endsOn !== null
      ? []
      : [`Minimum term until ${dayIn(minimumUntil, seller)}`]),
  ]
  return words(`You're a member: ${plan}`, `You're a member, ${firstName}`, seller.name, [
    { is: 'things', items: [{ title: plan, lines }] },
    ...(next !== null && paymentMethod === 'direct_debit'
      ? ([
          {
            is: 'text',
            text: `Your payments are protected by the Direct Debit Guarantee: we tell you of every payment beforehand, your bank gives back at once what was taken by mistake, and you may cancel the Direct Debit at your bank at any time. Please tell us as well when you do.`,
          },
        ] as const)
      : []),
  ])
}

export type Announced = {
  firstName: string
  plan: string
  amount: number
  on: string
  paymentMethod: 'direct_debit' | 'card'
  /** The payment was tried before. */
  isAgain: boolean
}

/** What will be collected, told beforehand. */
export const paymentAnnounced = (
  { firstName, plan, amount, on, paymentMethod, isAgain }: Announced,
  seller: Collector,
): Words => {
  const sum = formatted(amount, seller.currencySymbol)
  const heading = `${sum} on ${dayIn(on, seller)}`
  return words(`Your next payment: ${heading}`, heading, seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, we will collect ${sum} ${byWay[paymentMethod]} for your ${plan} membership${isAgain ? ', as the last try did not go through' : ''}. There is nothing to do but to have the money there on that day or on the working day after it.`,
    },
    ...(paymentMethod === 'direct_debit'
      ? ([{ is: 'text', text: 'If this is not right, tell us or your bank before then.' }] as const)
      : []),
  ])
}

/** Why a payment was not made, as a person is told. */
export const failedBecause = {
  no_funds: 'your bank did not pay it',
  mandate_cancelled: 'the Direct Debit has been cancelled at your bank',
  account_closed: 'the bank account has been closed',
  card_declined: 'your card was declined',
  no_card: 'there is no card to take it from any more',
} as const

export type PaymentFailed = {
  firstName: string
  plan: string
  amount: number
  on: string
  reason: keyof typeof failedBecause
  /** When it is tried again; null when it is not, and the membership is frozen until it is paid otherwise. */
  againOn: string | null
}

/** A payment for a membership was not made: why, and what becomes of it. */
export const membershipPaymentFailed = (
  { firstName, plan, amount, on, reason, againOn }: PaymentFailed,
  seller: Collector,
): Words => {
  const sum = formatted(amount, seller.currencySymbol)
  return words(`Your payment of ${sum} did not go through`, 'Your payment did not go through', seller.name, [
    {
      is: 'text',
      text: `Hello ${firstName}, we could not collect ${sum} for your ${plan} membership on ${dayIn(on, seller)}: ${failedBecause[reason]}.`,
    },
    {
      is: 'text',
      text:
        againOn === null
          ? `Your membership is frozen until it is paid. You find the ${sum} among what you owe in your account, where you can pay it by card, or you can pay it at the venue.`
          : `We will try again on ${dayIn(againOn, seller)}. Your membership goes on until then, and there is nothing else to do.`,
    },
  ])
}
