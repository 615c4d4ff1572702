import type { attendance } from '#contract/attendance.ts'
import type { Routes } from '#server/platform/http.ts'
import { offerOutOfTurn } from '#server/waitlists/offer.ts'
import { checkIn, checkInSelf, dayAt, groupOf, markAttendance, registerOf } from './service.ts'
import { changeDetails, notifySession } from './sessions/service.ts'

export const attendanceRoutes = (): Routes<typeof attendance> => ({
  day: ({ tx, actor, params, query, now }) => dayAt(tx, actor, { ...params, ...query }, now),
  register: ({ tx, actor, params, now }) => registerOf(tx, actor, params.sessionId, now),
  changeSession: ({ tx, actor, params, body, now }) => changeDetails(tx, actor, params.sessionId, body, now),
  notifySession: ({ tx, actor, params, body, now }) =>
    notifySession(tx, actor, params.sessionId, body.message, now),
  mark: ({ tx, actor, params, body, now }) => markAttendance(tx, actor, { ...params, ...body }, now),
  checkIn: ({ tx, actor, params, body, now }) => checkIn(tx, actor, { ...params, ...body }, now),
  group: ({ tx, actor, params, now }) => groupOf(tx, actor, params, now),
  checkInSelf: ({ tx, actor, params, body, now }) => checkInSelf(tx, actor, { ...params, ...body }, now),
  offer: ({ tx, actor, params, now }) => offerOutOfTurn(tx, actor, params.waitlistId, now),
})
