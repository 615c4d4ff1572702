import type { BookingAnswer } from '#server/open-booking/calls.ts'
import { answerCall, findRoute } from '#server/open-booking/calls.ts'
import { presentError } from '#server/open-booking/present.ts'
import { BookingError, bookingErrors } from '#server/open-booking/rules.ts'
import { publishedSite } from '#server/open-booking/sql/partners.ts'
import { openBookingPath } from '#server/openactive/rules.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { MountedApi, MountedCall } from '#server/platform/paths.ts'
import { runTestAction } from './actions.ts'
import { createTestOpportunity, deleteTestDataset } from './opportunities.ts'
import type { TestCall } from './opportunities.ts'

/** Calls about data sets carry no key. */
const datasetRoutes = [
  { method: 'DELETE', path: '/datasets/{dataset}', handle: deleteTestDataset },
  { method: 'POST', path: '/datasets/{dataset}/opportunities', handle: createTestOpportunity },
]

/**
 * What a broker's tests do to the server: https://openactive.io/test-interface. Whoever reaches it can make and cancel
 * sessions, so the product does not contain it (docs/decisions/0051-test-interface-beside-the-product.md).
 */
export const testInterface = ({ db, log }: { db: Database; log: Log }): MountedApi => {
  const answerAction = answerCall({
    db,
    log,
    routes: [{ method: 'POST', path: '/actions', handle: runTestAction }],
    acceptsKeys: true,
  })
  return {
    base: `${openBookingPath}/test-interface`,
    answer: async (call) => {
      const found = findRoute(datasetRoutes, call.request.method, call.path)
      if (found === null) return answerAction(call)
      try {
        return present(await found.route.handle(await testCallOf(db, call, found.params)))
      } catch (error) {
        if (!(error instanceof BookingError)) throw error
        const { type, description } = error
        return Response.json(presentError(type, description), { status: bookingErrors[type] })
      }
    },
  }
}

const testCallOf = async (
  db: Database,
  { request, operator, site, now }: MountedCall,
  params: Readonly<Record<string, string>>,
): Promise<TestCall> => ({
  db,
  params,
  body: request.method === 'DELETE' ? {} : await request.json(),
  site: (await publishedSite(db, operator.id)) ?? site,
  now,
})

const present = ({ status, body }: BookingAnswer): Response =>
  body === undefined ? new Response(null, { status }) : Response.json(body, { status })
