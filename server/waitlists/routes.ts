import type { waitlists } from '#contract/waitlists.ts'
import type { Routes } from '#server/platform/http.ts'
import { join, leave, shownEntries } from './service.ts'

export const waitlistsRoutes = (): Routes<typeof waitlists> => ({
  join: ({ tx, actor, params, body, now }) =>
    join(tx, actor, { id: params.id, personId: body.data.userId }, now),
  joinNumeric: ({ tx, actor, body, now }) =>
    join(tx, actor, { id: body.item.id, personId: actor.customerId ?? 0 }, now),
  leave: ({ tx, actor, params, now }) =>
    leave(tx, actor, { occurrenceId: params.occurrenceId, personId: params.userId }, now),
  leaveNumeric: ({ tx, actor, params, now }) => leave(tx, actor, { id: params.waitlistId }, now),
  mine: ({ tx, actor, now }) => shownEntries(tx, actor, now),
})
