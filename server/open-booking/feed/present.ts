import { orderContext } from '#server/open-booking/orders/present.ts'
import type { BookedItem } from '#server/open-booking/orders/queries.ts'
import { isPersonal } from '#server/open-booking/orders/rules.ts'
import {
  presentItemStatus,
  presentRemainingTotals,
  siteOf,
} from '#server/open-booking/orders/status/present.ts'
import type { FirstAnswer } from '#server/open-booking/orders/status/present.ts'
import { presentOpportunity } from '#server/openactive/opportunities.ts'
import type { Facts } from '#server/openactive/opportunities.ts'
import type { Json } from '#server/openactive/rules.ts'

/** An order in the orders feed: what has become of it, and nothing of people. */
export const presentFeedOrder = (
  { uuid, answer }: { uuid: string; answer: string },
  booked: readonly BookedItem[],
  facts: ReadonlyMap<number, Facts>,
): Json => {
  const first = JSON.parse(answer) as FirstAnswer
  return {
    '@context': orderContext,
    '@type': 'Order',
    '@id': first['@id'],
    identifier: uuid,
    orderedItem: booked.map((item) => presentFeedItem(item, siteOf(first), facts.get(item.occurrenceId))),
    ...presentRemainingTotals(booked, first),
  }
}

const presentFeedItem = (booked: BookedItem, site: string, facts: Facts | undefined): Json => {
  const item = presentItemStatus(booked, site) as Record<string, unknown>
  const status = Object.fromEntries(Object.entries(item).filter(([name]) => !isPersonal(name)))
  return { ...status, ...(facts === undefined ? {} : { orderedItem: presentOpportunity(facts).inFeed }) }
}
