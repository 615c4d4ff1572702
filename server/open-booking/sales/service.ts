import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { date, daysAfter, instant, time } from '#contract/time.ts'
import { collectDue } from '#server/bookings/dues/service.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { instantOf } from '#server/platform/wallclock.ts'
import { duesBetween, salesOf } from './queries.ts'
import type { DueRow, SalesRow } from './queries.ts'
import { commissionOf, owedOf, totalOfSales } from './rules.ts'
import type { Sales } from './rules.ts'

type Days = { from: string; to: string }

/**
 * What a partner has sold on days of the operator, the first and the last included, and what it owes for them.
 * @throws Refusal `not_found`
 */
export const readSales = async (
  tx: Tx,
  { operator }: Actor,
  partnerId: number,
  days: Days,
): Promise<Answer<(typeof openBooking)['partnerSales']>> => {
  const [sales] = await salesIn(tx, operator, partnerId, days)
  if (sales === undefined) throw notFound(messages.unknownPartner)
  const { from, to } = days
  return { from, to, partner: sales.name, ...presentSales(sales, operator.currencySymbol) }
}

/** As `readSales`, of every partner, with the total. */
export const readAllSales = async (
  tx: Tx,
  { operator }: Actor,
  days: Days,
): Promise<Answer<(typeof openBooking)['allPartnerSales']>> => {
  const partners = await salesIn(tx, operator, null, days)
  const { from, to } = days
  return {
    from,
    to,
    partners: partners.map((sales) => ({
      id: sales.id,
      partner: sales.name,
      ...presentSales(sales, operator.currencySymbol),
    })),
    total: presentSales(totalOfSales(partners), operator.currencySymbol),
  }
}

const salesIn = async (
  tx: Tx,
  operator: Actor['operator'],
  partnerId: number | null,
  { from, to }: Days,
): Promise<(SalesRow & Sales)[]> => {
  const midnightOf = (day: string) => instantOf(day, '00:00', operator.timezone)
  const rows = await salesOf(
    tx,
    { partnerId, operatorId: operator.id },
    midnightOf(from),
    midnightOf(daysAfter(to, 1)),
  )
  return rows.map((row) => ({ ...row, commission: commissionOf(row) }))
}

const presentSales = (sales: Sales, currencySymbol: string) => {
  const amount = (pence: number) => money(pence, currencySymbol)
  return {
    bookings: sales.bookings,
    sold: amount(sales.sold),
    refunded: amount(sales.refunded),
    commission: amount(sales.commission),
    owed: amount(owedOf(sales)),
    atVenue: amount(sales.atVenue),
  }
}

/** What partners' customers pay at the venues, by the days of their sessions. */
export const readDues = async (
  tx: Tx,
  { operator }: Actor,
  { from, to }: Days,
  now: Date,
): Promise<Answer<(typeof openBooking)['dueAtVenue']>> => {
  const dues = await duesBetween(tx, operator.id, from, to)
  return {
    total: money(
      dues.reduce((sum, { due }) => sum + due, 0),
      operator.currencySymbol,
    ),
    orders: dues.map(({ due, startsAt, localDate, timezone, ...order }) => ({
      ...order,
      startsAt: instant(startsAt),
      startsText: startsText({ startsAt, localDate, timezone }, now),
      due: money(due, operator.currencySymbol),
    })),
  }
}

/**
 * Takes at the desk what a partner's customer pays at the venue.
 * @throws Refusal `not_found`, `already_settled`, `nothing_due`
 */
export const payDue = async (
  tx: Tx,
  actor: Actor,
  due: { orderId: number; tenderType: 'cash' | 'card_terminal' },
  now: Date,
): Promise<Answer<(typeof openBooking)['collectDue']>> => ({
  amount: money(await collectDue(tx, actor, due, now), actor.operator.currencySymbol),
})

const startsText = (
  { startsAt, localDate, timezone }: Pick<DueRow, 'startsAt' | 'localDate' | 'timezone'>,
  now: Date,
): string => {
  const { dayPretty, datePretty } = date(localDate, timezone, now)
  return `${dayPretty} ${datePretty}, ${time(startsAt, timezone).format24Hour}`
}
