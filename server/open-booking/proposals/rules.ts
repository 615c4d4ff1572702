import { z } from 'zod'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import { orderAddress } from '#server/open-booking/orders/rules.ts'
import { parse, requireOnly, requireType } from '#server/open-booking/requests/rules.ts'

/** `awaiting` and `accepted` are open; of the others no order can be made any more. */
export type ProposalStatus = 'awaiting' | 'accepted' | 'rejected' | 'customer_rejected' | 'booked'

const statusNames = {
  awaiting: 'AwaitingSellerConfirmation',
  accepted: 'SellerAccepted',
  rejected: 'SellerRejected',
  customer_rejected: 'CustomerRejected',
  // Such a proposal is deleted in its feed.
  booked: 'SellerAccepted',
} as const satisfies Record<ProposalStatus, string>

export const proposalStatusOf = (status: ProposalStatus): string =>
  `https://openactive.io/${statusNames[status]}`

/** What the items of a proposal are called by, as they are now. */
export const versionAddress = (site: string, uuid: string, version: string): string =>
  `${orderAddress(site, 'proposal', uuid)}/versions/${version}`

/** Until when places are held for a proposal: not longer than until the first of them begins. */
export const proposalEnd = (now: Date, hours: number, starts: readonly Date[]): Date =>
  new Date(Math.min(now.getTime() + hours * 3_600_000, ...starts.map((start) => start.getTime())))

/** A partner that books meanwhile gets its answer before the places are free for others. */
const releaseAfterMs = 60_000

/** Until when places are held for a proposal that is rejected. */
export const releaseAfterRejection = (heldUntil: Date, now: Date): Date =>
  new Date(Math.min(heldUntil.getTime(), now.getTime() + releaseAfterMs))

const patchNames = new Set(['@context', '@type', 'orderProposalStatus', 'orderCustomerNote'])
const rejected = z.object({ orderCustomerNote: z.string().max(5000).optional() })

/**
 * The change that a customer may make to a proposal: to reject it.
 * @throws BookingError
 */
export const requireRejection = (body: unknown): void => {
  requireType(body, 'OrderProposal')
  requireOnly(body, patchNames)
  parse(rejected, body)
  const status = (body as Readonly<Record<string, unknown>>)['orderProposalStatus']
  if (status !== proposalStatusOf('customer_rejected'))
    throw new BookingError('PatchNotAllowedOnPropertyError')
}

const booking = z.object({
  orderProposalVersion: z.string().max(2000),
  payment: z.unknown().optional(),
})

export type ProposalBooking = z.output<typeof booking>

/** The proposal that B books, and what it says of the payment; null when it books items of its own. */
export const parseProposalBooking = (body: unknown): ProposalBooking | null => {
  if (typeof body !== 'object' || body === null || !('orderProposalVersion' in body)) return null
  requireType(body, 'Order')
  return parse(booking, body)
}
