import type { BookingRoute } from '#server/open-booking/calls/rules.ts'
import { cancelItems, deleteOrder } from '#server/open-booking/cancellation/service.ts'
import { readOrdersFeed } from '#server/open-booking/feed/service.ts'
import { readProposalsFeed } from '#server/open-booking/proposals/feed/service.ts'
import { propose, rejectProposal } from '#server/open-booking/proposals/service.ts'
import { readStatus } from '#server/open-booking/orders/status/service.ts'
import { quote, removeQuote } from '#server/open-booking/quotes/service.ts'
import { book } from './service.ts'

/** What partners quote, book, cancel and read. */
export const orderRoutes = (): BookingRoute[] => [
  { method: 'PUT', path: '/order-quote-templates/{uuid}', handle: (call) => quote(call, { named: false }) },
  { method: 'PUT', path: '/order-quotes/{uuid}', handle: (call) => quote(call, { named: true }) },
  { method: 'DELETE', path: '/order-quotes/{uuid}', handle: removeQuote },
  { method: 'PUT', path: '/orders/{uuid}', handle: book },
  { method: 'GET', path: '/orders/{uuid}', handle: readStatus },
  { method: 'PATCH', path: '/orders/{uuid}', handle: cancelItems },
  { method: 'DELETE', path: '/orders/{uuid}', handle: deleteOrder },
  { method: 'GET', path: '/orders-rpde', handle: readOrdersFeed },
  { method: 'PUT', path: '/order-proposals/{uuid}', handle: propose },
  { method: 'PATCH', path: '/order-proposals/{uuid}', handle: rejectProposal },
  { method: 'GET', path: '/order-proposals-rpde', handle: readProposalsFeed },
]
