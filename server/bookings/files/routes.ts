import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { calendarFile } from '#server/bookings/calendar/service.ts'
import type { OrderFile } from '#server/bookings/calendar/service.ts'
import { receiptFile } from '#server/bookings/receipt/service.ts'
import { orderFor } from '#server/bookings/service.ts'

/** Files of an order, with the same access as the order itself (wire §10). */
export const bookingFiles = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/calendar',
    handle: async (call) =>
      answer(calendarFile(await orderFor(db, call.actor, orderId(call), call.now)), 'attachment'),
  },
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/receipt',
    handle: async (call) => {
      const receipt = await receiptFile(await orderFor(db, call.actor, orderId(call), call.now))
      if (receipt === null) throw notFound()
      return answer(receipt, 'inline')
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
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
