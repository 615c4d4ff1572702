import { testJoinLink } from '#server/messages/en/open-booking.ts'
import type { TestOpportunity } from '#server/import/opportunities/service.ts'

const hour = 60
const day = 24 * hour
/** Longer than anything is published ahead. */
const weeks = 28 * day

const has = (criterion: string, word: string) => criterion.includes(word)

/**
 * What suits a criterion of https://openactive.io/test-interface, with nothing left to chance but its price: where
 * none is named it is free every other time.
 * @param count how many there have been before
 */
export const opportunityFor = (
  criterion: string,
  kind: TestOpportunity['kind'],
  flow: string,
  count: number,
): TestOpportunity => ({
  kind,
  price: priceFor(criterion, count),
  capacity: kind === 'courts' ? (has(criterion, 'NoSpaces') ? 0 : 1) : capacityFor(criterion),
  isOver: has(criterion, 'InPast'),
  releaseMinutes: has(criterion, 'OutsideValidFrom') ? 10 : has(criterion, 'WithinValidFrom') ? weeks : null,
  freeCancelMinutes: has(criterion, 'OutsideWindow') ? weeks : has(criterion, 'WithinWindow') ? hour : 0,
  customerRefund: !has(criterion, 'NotCancellable'),
  prepayment: has(criterion, 'PrepaymentOptional')
    ? 'optional'
    : has(criterion, 'PrepaymentUnavailable')
      ? 'unavailable'
      : has(criterion, 'PrepaymentRequired')
        ? 'required'
        : null,
  needsApproval: flow === 'OpenBookingApprovalFlow',
  needsAttendee: has(criterion, 'AttendeeDetails'),
  hasQuestion: has(criterion, 'AdditionalDetails'),
  joinLink: has(criterion, 'OnlineBookable') ? testJoinLink : '',
})

/** Pence. */
const priceFor = (criterion: string, count: number): number => {
  if (has(criterion, 'NonFree') || has(criterion, 'UsingPayment')) return 1000
  if (has(criterion, 'Free')) return 0
  return count % 2 === 0 ? 1000 : 0
}

const capacityFor = (criterion: string): number => {
  if (has(criterion, 'NoSpaces')) return 0
  if (has(criterion, 'OneSpace')) return 1
  return has(criterion, 'FiveSpaces') ? 5 : 10
}

/** The name at the end of an address: `https://openactive.io/test-interface#TestOpportunityBookable`. */
export const nameIn = (address: string): string => address.split('#').at(-1) ?? ''
