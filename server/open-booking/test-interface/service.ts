import { z } from 'zod'
import { addTestOpportunity, removeTestDataset } from '#server/import/opportunities/service.ts'
import { feedsOf } from '#server/openactive/rules.ts'
import type { BookingAnswer, KeylessCall } from '#server/open-booking/calls/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import { transact } from '#server/platform/transact.ts'
import { operatorsByFeeds } from './queries.ts'
import { nameIn, opportunityFor } from './rules.ts'

/** A data set is part of a slug. */
const datasetName = /^[a-z\d-]{1,40}$/

const datasetOf = ({ params }: KeylessCall): string => {
  const dataset = params['dataset'] ?? ''
  if (!datasetName.test(dataset)) throw new BookingError('NotFoundError')
  return dataset
}

export const deleteDataset = async (call: KeylessCall): Promise<BookingAnswer> => {
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

export const createOpportunity = async (call: KeylessCall): Promise<BookingAnswer> => {
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
