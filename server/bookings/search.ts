import type { OrderFound } from '#contract/bookings.ts'
import { isEmail, normalEmail, normalReference, normalTicketCode } from '#contract/identifiers.ts'
import { money } from '#contract/money.ts'
import { instant, time } from '#contract/time.ts'
import { findByQuery, limitDeskSearch } from '#server/customers/desk.ts'
import { phoneDigits } from '#server/customers/rules.ts'
import { acts } from '#server/platform/acts.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { findOrders } from './sql/orderSearch.ts'
import type { OrderFoundRow } from './sql/orderSearch.ts'

const maxResults = 20

/**
 * Searches orders by anything that a caller can say, and audits the query.
 * @throws Refusal `invalid` for too few letters, `too_many`
 */
export const searchOrders = async (tx: Tx, actor: Actor, query: string, now: Date): Promise<OrderFound[]> => {
  const { id: actorId } = staffOf(actor)
  await limitDeskSearch(tx, actorId, now)
  const customers = await findByQuery(tx, actor, query)
  const text = query.trim()
  const found = await findOrders(
    tx,
    {
      operatorId: actor.operator.id,
      reference: normalReference(text).replace(/^#/, ''),
      accessCode: normalTicketCode(text),
      email: isEmail(normalEmail(text)) ? normalEmail(text) : null,
      phone: phoneDigits(text),
      cardLastFour: /^\d{4}$/.test(text) ? text : null,
      words: text.toLowerCase().split(/\s+/).filter(Boolean),
      customerIds: customers.map(({ id }) => id),
    },
    maxResults,
  )
  const detail = { found: found.length, orderIds: found.map(({ orderId }) => orderId) }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.ordersSearched, subject: query, detail },
    now,
  )
  return found.map((row) => presentFound(row, actor))
}

const presentFound = (
  { total, owed, placedAt, firstName, startsAt, localDate, timezone, venueName, ...row }: OrderFoundRow,
  { operator: { currencySymbol: symbol }, messages }: Actor,
): OrderFound => ({
  ...row,
  placedAt: instant(placedAt),
  total: money(total, symbol),
  toPay: owed === null ? null : money(owed, symbol),
  first:
    firstName === null || startsAt === null || localDate === null || timezone === null || venueName === null
      ? null
      : {
          name: firstName,
          starts: instant(startsAt),
          when: `${messages.format.fullDay(localDate)}, ${time(startsAt, timezone).format24Hour}`,
          venueName,
        },
})
