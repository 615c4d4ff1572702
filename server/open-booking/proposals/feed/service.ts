import type { BookingAnswer, BookingCall } from '#server/open-booking/calls/rules.ts'
import { maxPageItems, placeInFeed, presentPage } from '#server/open-booking/feed/service.ts'
import { proposalStatusOf } from '#server/open-booking/proposals/rules.ts'
import { proposalsPage } from './queries.ts'
import type { ProposalFeedRow } from './queries.ts'

/**
 * A page of the proposals that have been decided on, of this partner alone, the oldest change first.
 * @throws BookingError
 */
export const readProposalsFeed = async (call: BookingCall): Promise<BookingAnswer> => {
  const rows = await proposalsPage(call.db, call.partner.id, placeInFeed(call), maxPageItems)
  return presentPage(call, 'order-proposals-rpde', rows.map(presentItem))
}

/** One that is an order by now is deleted. */
const presentItem = ({ uuid: id, state, status, version, item, modified }: ProposalFeedRow) => {
  if (state !== 'proposal') return { state: 'deleted', kind: 'OrderProposal', id, modified }
  return {
    state: 'updated',
    kind: 'OrderProposal',
    id,
    modified,
    data: {
      ...item,
      orderProposalVersion: `${String(item['@id'])}/versions/${version}`,
      orderProposalStatus: proposalStatusOf(status),
    },
  }
}
