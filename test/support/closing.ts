import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { jobHandlers } from '#server/jobs.ts'
import { endMandates } from '#server/memberships/paymentMethods.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestBrowser } from './app.ts'
import { aCentre } from './centre.ts'
import { testDatabase } from './database.ts'

export const now = new Date('2027-03-01T09:00:00Z')
export const day = 86_400_000
export const password = 'a heron on the lock gate'
export const email = 'quilliam@zebrafish.example.test'

export const register = (by: TestBrowser) =>
  by.send(api.customers.register, {
    firstName: 'Quilliam',
    lastName: 'Zebrafish',
    email,
    password,
    dateOfBirth: '1983-07-19',
    phone: '07700 900777',
    addressLineOne: '3 Marmalade Mews',
    city: 'Upper Quince',
    postcode: 'QZ9 7XX',
    marketingConsent: true,
    termsAccepted: true,
    clientId: 'demo',
    source: 'bookings',
  })

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** Someone with an account, whom the tests of closing let close it. Uploads are in a folder of their own. */
export const anAccountHolder = async () => {
  const { db } = await testDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-closing-'))
  const centre = await aCentre(db, now)
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  const settings = { DATA_DIR: folder }
  const app = testApp(db, { now, settings })
  const browser = app.browser()
  const { user } = await register(browser)
  return {
    db,
    folder,
    centre,
    app,
    /** The same server, with a mail server. */
    appWithMail: (url: string) => testApp(db, { now, settings: { ...settings, SMTP_URL: url } }),
    browser,
    removeFolder: () => rm(folder, { recursive: true, force: true }),
    customerId: user.id,
    reference: user.reference,
    close: (
      more: { currentPassword?: string; giveUpWhatIsLeft?: boolean; code?: string } = {},
      by = browser,
    ) => by.send(api.privacy.close, { currentPassword: password, ...more }),
    /** Runs every job that is due, and ends mandates. */
    runJobs: async (by = app): Promise<void> => {
      const handlers = jobHandlers({
        db,
        clock: by.clock,
        log: quiet,
        services: by.services,
      })
      while ((await runDueJobs(db, handlers, by.clock.now(), quiet)) > 0);
      await endMandates({ db, debits: by.services.debits, log: quiet }, by.clock.now())
    },
  }
}

export type AccountHolder = Awaited<ReturnType<typeof anAccountHolder>>
