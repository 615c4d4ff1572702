import { z } from 'zod'
import { setAttendance } from '#server/bookings/attendance.ts'
import { changeSession } from '#server/bookings/changeSession.ts'
import { bookingsByIds, lockOrdersOf } from '#server/bookings/read.ts'
import { listReplacements, replaceSession } from '#server/bookings/replace.ts'
import { reverseSale } from '#server/bookings/reverseSale.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { BookingAnswer, BookingCall } from '#server/open-booking/calls.ts'
import { decide } from '#server/open-booking/decideProposal.ts'
import { occurrenceIdOf } from '#server/open-booking/items.ts'
import { amend } from '#server/open-booking/offerSession.ts'
import { showReplaced } from '#server/open-booking/replaceSession.ts'
import { BookingError, parse, uuidOf } from '#server/open-booking/rules.ts'
import { bookedItemsOf, lockPartnerOrder, recordOrderChange } from '#server/open-booking/sql/orders.ts'
import type { BookedItem } from '#server/open-booking/sql/orders.ts'
import { sellerById } from '#server/open-booking/sql/partners.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { changeableById } from '#server/timetable/change.ts'
import type { Logistics } from '#server/timetable/rules.ts'
import { addTestTwin } from './dataset.ts'
import { noteOnItems, renewAccessCodes } from './sql.ts'

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
          await noteOnItems(tx, order.id, { cancellationMessage: 'The instructor is unwell.' })
        return
      case 'Replacement':
        await replaceItems(tx, order, items, call.now)
        return
      case 'CustomerNotice':
        await noteOnItems(tx, order.id, { customerNotice: 'Please use the side entrance.' })
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
        : (await replaceSession(
              tx,
              operatorMessages(),
              { bookingId, sessionId: twin },
              currencySymbol,
              now,
            )) === 'ok'
          ? twin
          : null
    if (sessionId === null) throw new BookingError('OpenBookingError')
    await showReplaced(tx, { partnerOrderId, number }, { sessionId, message: '' }, now)
  }
}

/** Puts a booking into the nearest session of the same kind that has a place. @returns which; null where there is none */
const replaceByNearest = async (
  tx: Tx,
  { bookingId, ...places }: { bookingId: number; occurrenceId: number; places: number },
  currencySymbol: string,
  now: Date,
): Promise<number | null> => {
  for (const { id: sessionId } of await listReplacements(tx, places, now))
    if (
      (await replaceSession(tx, operatorMessages(), { bookingId, sessionId }, currencySymbol, now)) === 'ok'
    )
      return sessionId
  return null
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
  const joinLink = `https://online.example/room-${now.getTime()}`
  const to = (before: Logistics) => (before.joinLink === '' ? before : { ...before, joinLink })
  await changeSession(tx, sessionId, { to, message: '' }, now)
}

const logisticsChanges: Readonly<Record<string, (before: Logistics) => Partial<Logistics>>> = {
  ChangeOfLogisticsName: ({ name }) => ({ name: `${name} for all` }),
  // Earlier, so that whatever comes next on the floor is not in its way.
  ChangeOfLogisticsTime: ({ endsAt }) => ({ endsAt: new Date(endsAt.getTime() - 5 * 60_000) }),
  ChangeOfLogisticsLocation: () => ({ meetingPoint: 'Side entrance' }),
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
