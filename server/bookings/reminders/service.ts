import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { bookingReminder } from '#server/bookings/notices/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import { bookingsToRemind } from './queries.ts'

/** Sends one reminder for each booking on the day before, except for bookings made only just before. */
export const sendReminders = async (db: Database, now: Date): Promise<void> => {
  for (const { bookingId, occasion, operatorId, email: to } of await bookingsToRemind(db, now)) {
    await transact(db, (tx) =>
      sendNotice(tx, bookingReminder, { operatorId, to }, { bookingId, occasion }, now),
    )
  }
}
