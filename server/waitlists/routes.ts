import type { waitlists } from '#contract/waitlists.ts'
import type { Routes } from '#server/platform/http.ts'
import { joinWaitlist } from './join.ts'
import { leaveWaitlist } from './leave.ts'
import { listWaitlistEntries } from './list.ts'
import { joinRange, leaveRange, listOpenRanges, rejoinRange } from './ranges.ts'

export const waitlistsRoutes = (): Routes<typeof waitlists> => ({
  join: ({ tx, actor, params, body, now }) =>
    joinWaitlist(tx, actor, { id: params.id, personId: body.data.userId }, now),
  joinNumeric: ({ tx, actor, body, now }) =>
    joinWaitlist(tx, actor, { id: body.item.id, personId: actor.customerId ?? 0 }, now),
  leave: ({ tx, actor, params, now }) =>
    leaveWaitlist(tx, actor, { occurrenceId: params.occurrenceId, personId: params.userId }, now),
  leaveNumeric: ({ tx, actor, params, now }) => leaveWaitlist(tx, actor, { id: params.waitlistId }, now),
  ranges: ({ tx, actor, now }) => listOpenRanges(tx, actor, now),
  joinRange: ({ tx, actor, params, body, now }) => joinRange(tx, actor, { ...params, ...body }, now),
  leaveRange: ({ tx, actor, params, now }) => leaveRange(tx, actor, params.id, now),
  rejoinRange: ({ tx, actor, params, now }) => rejoinRange(tx, actor, params.id, now),
  mine: ({ tx, actor, now }) => listWaitlistEntries(tx, actor, now),
})
