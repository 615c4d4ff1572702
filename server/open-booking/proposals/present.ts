import type { Draft } from '#server/open-booking/opportunities/service.ts'
import { isPersonal } from '#server/open-booking/orders/rules.ts'
import type { Json } from '#server/openactive/rules.ts'

const ofProposal = new Set(['@context', '@type', '@id', 'orderedItem', 'totalPaymentDue', 'totalPaymentTax'])

const without = (whole: Json, isLeftOut: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !isLeftOut(name)))

/** A proposal in its feed, of which version and status are added later: nothing of people. */
export const presentProposal = (answered: Json, drafts: readonly Draft[]): Json => ({
  ...without(answered, (name) => !ofProposal.has(name)),
  orderedItem: (answered['orderedItem'] as readonly Json[]).map((item, index) => ({
    ...without(item, (name) => isPersonal(name) || name === 'position'),
    orderedItem: drafts[index]?.published?.inFeed,
  })),
})
