import { deliverBroadcasts } from '#server/broadcasts/deliver.ts'
import { jobHandlers } from '#server/jobs.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { createMail } from '#server/providers/mail/smtp.ts'
import { testApp } from './app.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** A node that hands messages to many over and sends their mails: one turn of each, at an instant. */
export const createMailNode = (db: Database, smtpUrl: string): { work: (now: Date) => Promise<void> } => {
  const { services, clock } = testApp(db, { now: new Date() })
  const mail = createMail({ smtpUrl, mailFrom: 'Onside <bookings@onside.example>' })
  const handlers = jobHandlers({ db, clock, log: quiet, services: { ...services, mail } })
  return {
    work: async (now) => {
      clock.set(now)
      await deliverBroadcasts(db, now)
      while ((await runDueJobs(db, handlers, now, quiet)) > 0);
    },
  }
}

/** For a process of its own, which works until it is killed. */
export const workUntilKilled = async (url: string, smtpUrl: string, now: Date): Promise<never> => {
  const { db } = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4' }))
  const node = createMailNode(db, smtpUrl)
  for (;;) await node.work(now)
}
