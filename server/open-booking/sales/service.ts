import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { daysAfter } from '#contract/time.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { instantOf } from '#server/platform/wallclock.ts'
import { salesOf } from './queries.ts'

/**
 * What a partner has sold on days of the operator, the first and the last included, and what it owes for them.
 * @throws Refusal `not_found`
 */
export const readSales = async (
  tx: Tx,
  { operator }: Actor,
  partnerId: number,
  { from, to }: { from: string; to: string },
): Promise<Answer<(typeof openBooking)['partnerSales']>> => {
  const midnightOf = (day: string) => instantOf(day, '00:00', operator.timezone)
  const sales = await salesOf(
    tx,
    { partnerId, operatorId: operator.id },
    midnightOf(from),
    midnightOf(daysAfter(to, 1)),
  )
  if (sales === undefined) throw notFound(messages.unknownPartner)
  const amount = (pence: number) => money(pence, operator.currencySymbol)
  return {
    from,
    to,
    partner: sales.name,
    bookings: sales.bookings,
    sold: amount(sales.sold),
    refunded: amount(sales.refunded),
    owed: amount(sales.sold - sales.refunded),
    atVenue: amount(sales.atVenue),
  }
}
