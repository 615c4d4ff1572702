import type { OrderFile } from '#server/bookings/calendar/service.ts'
import type { OrderDetails } from '#server/bookings/service.ts'
import { presentReceipt } from './present.ts'

/** The receipt of an order; null when no item of it comes with one. */
export const receiptFile = async (whole: OrderDetails): Promise<OrderFile | null> => {
  if (!whole.order.items.some((item) => item.enablePrintReceipt)) return null
  return {
    name: `${whole.order.reference}.pdf`,
    mediaType: 'application/pdf',
    content: await presentReceipt(whole),
  }
}
