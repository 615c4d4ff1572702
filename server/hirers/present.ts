import type { Hire, HireInvoice } from '#contract/hireTypes.ts'
import { money } from '#contract/money.ts'
import { date, localDay, time } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { owedOf, sumOf } from './rules.ts'
import type { HireRow } from './sql/hires.ts'
import type { InvoiceRow } from './sql/invoices.ts'

export const presentHire = ({ operator: { currencySymbol } }: Actor, hire: HireRow, now: Date): Hire => ({
  ...hire,
  venue: { slug: hire.venueSlug, name: hire.venueName },
  places: [...new Set(hire.dates.map(({ place }) => place))],
  start: hire.startTime.slice(0, 5),
  end: hire.endTime.slice(0, 5),
  from: hire.fromDay,
  until: hire.untilDay,
  price: money(hire.price, currencySymbol),
  deposit: money(hire.deposit, currencySymbol),
  dates: hire.dates.map(({ day, price, state, hasFloor, endsAt, ...one }) => {
    const isOver = new Date(endsAt) <= now
    return {
      ...one,
      date: date(day, hire.timezone, now),
      price: money(price, currencySymbol),
      state: state === 'let' && !hasFloor && !isOver ? 'waiting' : state,
      isOver,
    }
  }),
})

export const presentInvoice = (
  { operator: { currencySymbol } }: Pick<Actor, 'operator'>,
  { lines, documents, payments, hirerName, hirerAddress, creditsId, timezone, ...found }: InvoiceRow,
  now: Date,
): HireInvoice => {
  const { venueId: _, ...row } = found
  const owed = owedOf(row.id, documents)
  return {
    ...row,
    kind: creditsId === null ? 'invoice' : 'credit_note',
    hirer: hirerName,
    address: hirerAddress,
    isOverdue: owed > 0 && row.dueOn < localDay(now, timezone),
    lines: lines.map(({ day, place, startsAt, endsAt, amount }) => ({
      date: day === null ? null : date(day, timezone, now),
      place,
      times:
        startsAt === null || endsAt === null
          ? ''
          : [startsAt, endsAt].map((at) => time(new Date(at), timezone).format24Hour).join('–'),
      amount: money(amount, currencySymbol),
    })),
    total: money(sumOf(lines), currencySymbol),
    vat: money(
      lines.reduce((sum, line) => sum + taxWithin(line.amount, line.vatRate), 0),
      currencySymbol,
    ),
    owed: money(owed, currencySymbol),
    payments: payments.map(({ paidAt, tender, amount }) => ({
      on: localDay(new Date(paidAt), timezone),
      tender,
      amount: money(amount, currencySymbol),
    })),
  }
}
