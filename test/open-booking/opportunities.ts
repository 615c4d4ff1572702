import { z } from 'zod'
import type { BookingAnswer, BookingCall } from '#server/open-booking/calls.ts'
import { BookingError } from '#server/open-booking/rules.ts'
import { feedsOf } from '#server/openactive/rules.ts'
import { transact } from '#server/platform/transact.ts'
import { addTestOpportunity, removeTestDataset } from './dataset.ts'
import { operatorsByFeeds } from './sql.ts'
import type { TestOpportunity } from './sql.ts'

/** A call about data sets, which carries no key. */
export type TestCall = Pick<BookingCall, 'db' | 'params' | 'body' | 'site' | 'now'>

/** A data set is part of a slug. */
const datasetName = /^[a-z\d-]{1,40}$/

const datasetOf = ({ params }: TestCall): string => {
  const dataset = params['dataset'] ?? ''
  if (!datasetName.test(dataset)) throw new BookingError('NotFoundError')
  return dataset
}

export const deleteTestDataset = async (call: TestCall): Promise<BookingAnswer> => {
  const dataset = datasetOf(call)
  await transact(call.db, (tx) => removeTestDataset(tx, dataset))
  return { status: 204 }
}

const seller = z.object({ '@id': z.string() })

const request = z.union([
  z.object({
    '@type': z.literal('ScheduledSession'),
    superEvent: z.object({ organizer: seller.optional() }),
    'test:testOpportunityCriteria': z.string(),
    'test:testOpenBookingFlow': z.string(),
  }),
  z.object({
    '@type': z.literal('Slot'),
    facilityUse: z.object({ '@type': z.string(), provider: seller.optional() }),
    'test:testOpportunityCriteria': z.string(),
    'test:testOpenBookingFlow': z.string(),
  }),
])

let created = 0

export const createTestOpportunity = async (call: TestCall): Promise<BookingAnswer> => {
  const dataset = datasetOf(call)
  const parsed = request.safeParse(call.body)
  if (!parsed.success) throw new BookingError('OpenBookingError', parsed.error.issues[0]?.message)
  const wanted = parsed.data
  const isSlot = wanted['@type'] === 'Slot'
  const named = (isSlot ? wanted.facilityUse.provider : wanted.superEvent.organizer)?.['@id']
  const operators = await operatorsByFeeds(call.db)
  const operator = operators.find(({ slug }) => named === undefined || feedsOf(slug, call.site) === named)
  if (operator === undefined) throw new BookingError('SellerNotFoundError')
  created += 1
  const opportunity = opportunityFor(
    nameIn(wanted['test:testOpportunityCriteria']),
    isSlot ? 'courts' : 'classes',
    nameIn(wanted['test:testOpenBookingFlow']),
    created,
  )
  const id = await transact(call.db, (tx) =>
    addTestOpportunity(tx, { operatorId: operator.id, dataset }, opportunity, call.now),
  )
  const feed = isSlot ? 'slots' : 'scheduled-sessions'
  return {
    status: 201,
    body: {
      '@context': 'https://openactive.io/',
      '@type': wanted['@type'],
      '@id': `${feedsOf(operator.slug, call.site)}/${feed}/${id}`,
    },
  }
}

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
  joinLink: has(criterion, 'OnlineBookable') ? 'https://online.example/room' : '',
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
