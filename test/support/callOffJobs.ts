import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancel.ts'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { settleCallOffs } from '#server/timetable/callOff.ts'
import { notifyWaitlist } from '#server/waitlists/notify.ts'
import { promoteWaitlists } from '#server/waitlists/offer.ts'
import type { ClassToAttend } from './attendance.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** What the clock does between two minutes, to sessions that were called off and to those who had booked or wait. */
export const runCallOffJobs = async ({ db, app }: Pick<ClassToAttend, 'db' | 'app'>): Promise<void> => {
  const at = app.clock.now()
  await settleCallOffs(db, at)
  await promoteWaitlists(db, at)
  await notifyWaitlist(db, at)
  await cancelBookingsOfCancelledOccurrences(db, at)
  const handlers = jobHandlers({ db, clock: app.clock, log: quiet, services: app.services })
  while ((await runDueJobs(db, handlers, at, quiet)) > 0);
}
