import { z } from 'zod'
import { setAttendance } from '#server/bookings/attendance.ts'
import { changeSession } from '#server/bookings/changeSession.ts'
import { renewAccessCodes } from '#server/bookings/orders.ts'
import { bookingsByIds, lockOrdersOf } from '#server/bookings/read.ts'
import { replaceByNearest, replaceSession } from '#server/bookings/replace.ts'
import { reverseSale } from '#server/bookings/reverseSale.ts'
import type { TestOpportunity } from '#server/import/rules.ts'
import { addTestOpportunity, addTestTwin, removeTestDataset } from '#server/import/testOpportunities.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import { testJoinLink } from '#server/messages/en/open-booking.ts'
import { feedsOf } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { changeableById } from '#server/timetable/change.ts'
import type { Logistics } from '#server/timetable/rules.ts'
import type { BookingAnswer, BookingCall, KeylessCall } from './calls.ts'
import { decide } from './decideProposal.ts'
import { occurrenceIdOf } from './items.ts'
import { amend } from './offerSession.ts'
import { showReplaced } from './replaceSession.ts'
import { BookingError, parse, uuidOf } from './rules.ts'
import { bookedItemsOf, lockPartnerOrder, noteOnItems, recordOrderChange } from './sql/orders.ts'
import type { BookedItem } from './sql/orders.ts'
import { operatorsByFeeds, sellerById } from './sql/partners.ts'

const action = z.object({ '@type': z.string(), object: z.object({ '@id': z.string().max(2000) }) })

/**
 * Does to an order what the desk would do. https://openactive.io/test-interface#actions-endpoint
 * @throws BookingError
 */
export const runTestAction = async (call: BookingCall): Promise<BookingAnswer> => {
  const { '@type': type, object } = parse(action, call.body)
  const name = /^test:(\w+)SimulateAction$/.exec(type)?.[1] ?? ''
  if (name.startsWith('ChangeOfLogistics')) return changeLogistics(call, name, object['@id'])
  const uuid = uuidOf({ uuid: object['@id'].split('/').at(-1) ?? '' })
  if (uuid === null) throw new BookingError('UnknownOrderError')
  await transact(call.db, async (tx) => {
    const order = await lockPartnerOrder(tx, call.partner.id, uuid)
    if (order?.state === 'proposal') return runProposalAction(tx, order.id, name, call.now)
    if (order?.state !== 'order' || order.orderId === null) throw new BookingError('UnknownOrderError')
    const items = (await bookedItemsOf(tx, [order.id])).filter(({ status }) => status === 'booked')
    const ids = items.map(({ bookingId }) => bookingId)
    switch (name) {
      case 'SellerRequestedCancellation':
      case 'SellerRequestedCancellationWithMessage':
        await lockOrdersOf(tx, ids)
        await reverseSale(tx, await bookingsByIds(tx, ids), 'venue', null, call.now)
        if (name.endsWith('WithMessage'))
          await noteOnItems(tx, order.id, { cancellationMessage: messages.testCancellation })
        return
      case 'Replacement':
        await replaceItems(tx, order, items, call.now)
        return
      case 'CustomerNotice':
        await noteOnItems(tx, order.id, { customerNotice: messages.testNotice })
        await recordOrderChange(tx, order.orderId)
        return
      case 'AccessChannelUpdate':
        for (const { occurrenceId } of items) await changeJoinLink(tx, occurrenceId, call.now)
        return
      case 'AttendeeAttended':
      case 'AttendeeAbsent': {
        const status = name === 'AttendeeAttended' ? 'attended' : 'not_attended'
        await lockOrdersOf(tx, ids)
        for (const id of ids) await setAttendance(tx, id, { status, at: call.now, by: null })
        return
      }
      case 'AccessCodeUpdate':
      case 'AccessPassUpdate':
        await lockOrdersOf(tx, ids)
        await renewAccessCodes(tx, ids)
        return
      default:
        throw new BookingError('OpenBookingError', type)
    }
  })
  return { status: 204 }
}

/**
 * Puts every item into another session of the same kind: in a data set of tests into a new one, since another test may be
 * counting the places of the others.
 * @throws BookingError
 */
const replaceItems = async (
  tx: Tx,
  { id: partnerOrderId, operatorId }: { id: number; operatorId: number },
  items: readonly BookedItem[],
  now: Date,
): Promise<void> => {
  const { currencySymbol = '' } = (await sellerById(tx, operatorId)) ?? {}
  for (const { bookingId, number, occurrenceId } of items) {
    const twin = await addTestTwin(tx, occurrenceId, now)
    const sessionId =
      twin === null
        ? await replaceByNearest(tx, { bookingId, occurrenceId, places: 1 }, currencySymbol, now)
        : (await replaceSession(tx, { bookingId, sessionId: twin }, currencySymbol, now)) === 'ok'
          ? twin
          : null
    if (sessionId === null) throw new BookingError('OpenBookingError')
    await showReplaced(tx, { partnerOrderId, number }, { sessionId, message: '' })
  }
}

/**
 * Changes a session as the desk does.
 * @throws BookingError `UnknownOpportunityError`
 */
const changeLogistics = async (
  { db, partner, now }: BookingCall,
  name: string,
  opportunity: string,
): Promise<BookingAnswer> => {
  const id = occurrenceIdOf(opportunity)
  const change = logisticsChanges[name]
  if (change === undefined) throw new BookingError('OpenBookingError', name)
  await transact(db, async (tx) => {
    const session = id === null ? undefined : await changeableById(tx, id)
    if (id === null || session === undefined || !partner.operatorIds.includes(session.operatorId))
      throw new BookingError('UnknownOpportunityError')
    await changeSession(tx, id, { to: (before) => ({ ...before, ...change(before) }), message: '' }, now)
  })
  return { status: 204 }
}

/** Gives a session that is online another link. */
const changeJoinLink = async (tx: Tx, sessionId: number, now: Date): Promise<void> => {
  const joinLink = messages.anotherTestJoinLink({ number: now.getTime() })
  const to = (before: Logistics) => (before.joinLink === '' ? before : { ...before, joinLink })
  await changeSession(tx, sessionId, { to, message: '' }, now)
}

const logisticsChanges: Readonly<Record<string, (before: Logistics) => Partial<Logistics>>> = {
  ChangeOfLogisticsName: ({ name }) => ({ name: messages.testName({ name }) }),
  // Earlier, so that whatever comes next on the floor is not in its way.
  ChangeOfLogisticsTime: ({ endsAt }) => ({ endsAt: new Date(endsAt.getTime() - 5 * 60_000) }),
  ChangeOfLogisticsLocation: () => ({ meetingPoint: messages.testMeetingPoint }),
}

/** @throws BookingError */
const runProposalAction = async (tx: Tx, partnerOrderId: number, name: string, now: Date): Promise<void> => {
  if (name === 'SellerAmendOrderProposal') {
    if (!(await amend(tx, partnerOrderId, null, now))) throw new BookingError('OpenBookingError', name)
    return
  }
  const isAccepted = name === 'SellerAcceptOrderProposal'
  if (!isAccepted && name !== 'SellerRejectOrderProposal') throw new BookingError('OpenBookingError', name)
  if (!(await decide(tx, partnerOrderId, { isAccepted, by: null }, now)))
    throw new BookingError('OpenBookingError', name)
}

/** A data set is part of a slug. */
const datasetName = /^[a-z\d-]{1,40}$/

const datasetOf = ({ params }: KeylessCall): string => {
  const dataset = params['dataset'] ?? ''
  if (!datasetName.test(dataset)) throw new BookingError('NotFoundError')
  return dataset
}

export const deleteTestDataset = async (call: KeylessCall): Promise<BookingAnswer> => {
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

export const createTestOpportunity = async (call: KeylessCall): Promise<BookingAnswer> => {
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
