import { z } from 'zod'
import { reverseSale } from '#server/bookings/cancellation/reversal/service.ts'
import { lockOrdersOf } from '#server/bookings/cancellation/service.ts'
import { renewAccessCodes } from '#server/bookings/orders/service.ts'
import { bookingsByIds, setAttendance } from '#server/bookings/service.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import type { BookingAnswer, BookingCall } from '#server/open-booking/calls/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import {
  bookedItemsOf,
  lockPartnerOrder,
  noteOnItems,
  recordOrderChange,
} from '#server/open-booking/orders/queries.ts'
import { parse, uuidOf } from '#server/open-booking/requests/rules.ts'
import { decide } from '#server/open-booking/proposals/decisions/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'

const action = z.object({ '@type': z.string(), object: z.object({ '@id': z.string().max(2000) }) })

/**
 * Does to an order what the desk would do. https://openactive.io/test-interface#actions-endpoint
 * @throws BookingError
 */
export const runAction = async (call: BookingCall): Promise<BookingAnswer> => {
  const { '@type': type, object } = parse(action, call.body)
  const name = /^test:(\w+)SimulateAction$/.exec(type)?.[1] ?? ''
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
      case 'CustomerNotice':
        await noteOnItems(tx, order.id, { customerNotice: messages.testNotice })
        await recordOrderChange(tx, order.orderId)
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

/** @throws BookingError */
const runProposalAction = async (tx: Tx, partnerOrderId: number, name: string, now: Date): Promise<void> => {
  const isAccepted = name === 'SellerAcceptOrderProposal'
  if (!isAccepted && name !== 'SellerRejectOrderProposal') throw new BookingError('OpenBookingError', name)
  if (!(await decide(tx, partnerOrderId, { isAccepted, by: null }, now)))
    throw new BookingError('OpenBookingError', name)
}
