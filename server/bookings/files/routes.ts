import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { calendarFile } from '#server/bookings/calendar/service.ts'
import type { OrderFile } from '#server/bookings/calendar/service.ts'
import { receiptFile } from '#server/bookings/receipt/service.ts'
import { orderFor, orderWithOwnBookings } from '#server/bookings/service.ts'
import { appleFile, googleAddress } from '#server/bookings/passes/service.ts'
import type { PassProvider } from '#server/providers/passes/port.ts'

/**
 * Files of an order, with the same access as the order itself (wire §10). The calendar is also for those who take part: it
 * stands beside their bookings.
 */
export const bookingFiles = (db: Database, passes: PassProvider): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/calendar',
    handle: async (call) => {
      const calendar = calendarFile(await orderWithOwnBookings(db, call.actor, orderId(call), call.now))
      if (calendar === null) throw notFound()
      return answer(calendar, 'attachment')
    },
  },
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/receipt',
    handle: async (call) => {
      const receipt = await receiptFile(db, await orderFor(db, call.actor, orderId(call), call.now))
      if (receipt === null) throw notFound()
      return answer(receipt, 'inline')
    },
  },
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/pass',
    handle: async (call) => {
      const whole = await orderFor(db, call.actor, orderId(call), call.now)
      const pass = await appleFile(passes, whole, call.now)
      if (pass === null) throw notFound()
      return answer(pass, 'attachment')
    },
  },
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/google-wallet',
    handle: async (call) => {
      const whole = await orderFor(db, call.actor, orderId(call), call.now)
      const address = googleAddress(passes, whole, call.now)
      if (address === null) throw notFound()
      return new Response(null, {
        status: 303,
        headers: { Location: address, 'Cache-Control': 'no-store' },
      })
    },
  },
]

const orderId = ({ params }: RawCall): number => {
  const id = params['completeOrderId'] ?? ''
  if (!/^\d{1,9}$/.test(id)) throw notFound()
  return Number(id)
}

const answer = ({ name, mediaType, content }: OrderFile, how: 'attachment' | 'inline'): Response =>
  new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `${how}; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
