import type { attendance } from '#contract/attendance.ts'
import type { Routes } from '#server/platform/http.ts'
import { offerOutOfTurn } from '#server/waitlists/offer.ts'
import { callOffSession, previewCallOff, takeBackCallOff } from './callOff.ts'
import { checkIn, checkInSelf, readGroupToCheckIn } from './checkIn.ts'
import { coverSession, readCoverOptions } from './cover.ts'
import { readSessionHistory } from './history.ts'
import { markAttendance } from './mark.ts'
import {
  changeSessionDetails,
  notifySession,
  readBoard,
  readRegistersOfDay,
  readSessionRegister,
  readSessionsOfDay,
  resizeSession,
} from './sessions.ts'

export const attendanceRoutes = (): Routes<typeof attendance> => ({
  day: ({ tx, actor, params, query, now }) => readSessionsOfDay(tx, actor, { ...params, ...query }, now),
  board: ({ tx, actor, params, query, now }) => readBoard(tx, actor, { ...params, ...query }, now),
  registers: ({ tx, actor, params, query }) => readRegistersOfDay(tx, actor, { ...params, ...query }),
  register: ({ tx, actor, params, now }) => readSessionRegister(tx, actor, params.sessionId, now),
  sessionHistory: ({ tx, actor, params }) => readSessionHistory(tx, actor, params.sessionId),
  changeSession: ({ tx, actor, params, body, now }) =>
    changeSessionDetails(tx, actor, params.sessionId, body, now),
  previewCallOff: ({ tx, actor, params, now }) => previewCallOff(tx, actor, params.sessionId, now),
  callOff: ({ tx, actor, params, body, now }) => callOffSession(tx, actor, params.sessionId, body, now),
  takeBackCallOff: ({ tx, actor, params, now }) => takeBackCallOff(tx, actor, params.sessionId, now),
  coverOptions: ({ tx, actor, params }) => readCoverOptions(tx, actor, params.sessionId),
  cover: ({ tx, actor, params, body, now }) => coverSession(tx, actor, params.sessionId, body, now),
  resize: ({ tx, actor, params, body, now }) => resizeSession(tx, actor, params.sessionId, body.places, now),
  notifySession: ({ tx, actor, params, body, now }) =>
    notifySession(tx, actor, params.sessionId, body.message, now),
  mark: ({ tx, actor, params, body, now }) => markAttendance(tx, actor, { ...params, ...body }, now),
  checkIn: ({ tx, actor, params, body, now }) => checkIn(tx, actor, { ...params, ...body }, now),
  group: ({ tx, actor, params, now }) => readGroupToCheckIn(tx, actor, params, now),
  checkInSelf: ({ tx, actor, params, body, now }) => checkInSelf(tx, actor, { ...params, ...body }, now),
  offer: ({ tx, actor, params, now }) => offerOutOfTurn(tx, actor, params.waitlistId, now),
})
