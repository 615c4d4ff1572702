import { bookingReminder } from '#server/bookings/notices/service.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Database } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { bookingsToRemind } from './queries.ts'

/**
 * Sends one reminder for each booking on the day before, except for bookings made only just before.
 * @param limit bookings that are read at a time
 */
export const sendReminders = (db: Database, now: Date, limit = 1000): Promise<void> =>
  remindOf(db, { fromHours: 23, toHours: 24, limit }, now)

/** Sends those that were due while the server was down, where there is still time to come or to cancel. */
export const sendLateReminders = (db: Database, now: Date, limit = 1000): Promise<void> =>
  remindOf(db, { fromHours: 3, toHours: 23, limit }, now)

const remindOf = async (
  db: Database,
  which: { fromHours: number; toHours: number; limit: number },
  now: Date,
): Promise<void> => {
  let count
  do {
    count = await processAll(
      await bookingsToRemind(db, which, now),
      ({ bookingId, occasion, operatorId, email: to }) =>
        transact(db, (tx) =>
          sendNotice(tx, bookingReminder, { operatorId, to }, { bookingId, occasion }, now),
        ),
    )
  } while (count === which.limit)
}
