import type { BookingRoute, KeylessRoute } from '#server/open-booking/calls/rules.ts'
import { runAction } from './actions/service.ts'
import { createOpportunity, deleteDataset } from './service.ts'

/** What a broker's tests do to this server: https://openactive.io/test-interface. */
export const testInterfaceRoutes = (): (BookingRoute | KeylessRoute)[] => [
  { method: 'DELETE', path: '/test-interface/datasets/{dataset}', keyless: true, handle: deleteDataset },
  {
    method: 'POST',
    path: '/test-interface/datasets/{dataset}/opportunities',
    keyless: true,
    handle: createOpportunity,
  },
  { method: 'POST', path: '/test-interface/actions', handle: runAction },
]
