import { instant } from '#contract/time.ts'
import { requireDetails } from '#server/open-booking/details/service.ts'
import { replaceLease } from '#server/open-booking/leases/service.ts'
import { leaseEnd } from '#server/open-booking/opportunities/rules.ts'
import { resolveItems } from '#server/open-booking/opportunities/service.ts'
import type { Draft } from '#server/open-booking/opportunities/service.ts'
import { presentItem, presentOrder, pricedPlaces } from '#server/open-booking/orders/present.ts'
import { itemAddress } from '#server/open-booking/orders/rules.ts'
import { presentProposal } from '#server/open-booking/proposals/present.ts'
import { proposalStatusOf, versionAddress } from '#server/open-booking/proposals/rules.ts'
import type { OrderRequest } from '#server/open-booking/requests/rules.ts'
import type { Seller } from '#server/open-booking/sellers/queries.ts'
import type { PricedPlace } from '#server/open-booking/totals/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'

/** A version of a proposal, with its places on hold. */
export type ProposalDraft = {
  drafts: readonly Draft[]
  places: readonly PricedPlace[]
  basketId: number | null
  heldUntil: Date
  /** As it is answered, and as it is in the feed of proposals. */
  answered: Json
  item: Json
}

/**
 * Holds the places of a proposal and writes it down.
 * @param of.until until when they are held at the longest, by when the sessions start
 * @returns `refused` is the answer that says what cannot be had; nothing is held then
 */
export const draftProposal = async (
  tx: Tx,
  of: {
    uuid: string
    version: string
    request: OrderRequest
    seller: Seller
    basketId: number | null
    until: (starts: readonly Date[]) => Date
  },
  now: Date,
): Promise<ProposalDraft | { refused: Json }> => {
  const { uuid, version, request, seller } = of
  const resolved = await resolveItems(tx, request.orderedItem, seller, now)
  const drafts = await requireDetails(tx, resolved, seller, true)
  const lines = drafts.map(({ line }) => line)
  const heldUntil = leaseEnd(of.until(lines.flatMap((line) => line?.bookable.startsAt ?? [])), lines)
  const terms = { operatorId: seller.id, until: heldUntil, isQuoted: true }
  const lease = await replaceLease(tx, of.basketId, drafts, terms, now)
  const envelope = { kind: 'proposal', uuid, request, seller } as const
  const places = pricedPlaces(lease.drafts)
  if (lease.drafts.some(({ errors }) => errors.length > 0)) {
    const items = lease.drafts.map((draft) => presentItem(draft, seller, lease.placesLeft))
    return { refused: presentOrder(envelope, { items, places }) }
  }
  const items = drafts.map((draft, index) => ({
    ...presentItem(draft, seller, lease.placesLeft),
    '@id': itemAddress(seller.site, uuid, index + 1),
  }))
  const more = {
    orderProposalVersion: versionAddress(seller.site, uuid, version),
    orderProposalStatus: proposalStatusOf('awaiting'),
    lease: { '@type': 'Lease', leaseExpires: instant(heldUntil) },
  }
  const answered = presentOrder(envelope, { items, places, more })
  const item = presentProposal(answered, drafts)
  return { drafts, places, basketId: lease.basketId, heldUntil, answered, item }
}
