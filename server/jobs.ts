import path from 'node:path'
import { sweepNetworks } from '#server/baskets/limits.ts'
import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancel.ts'
import { followUpUndelivered } from '#server/bookings/followUps.ts'
import { notifyPlannedChange } from '#server/bookings/changeSession.ts'
import { sweepOrderLinks } from '#server/bookings/links.ts'
import { reconcileRefunds } from '#server/bookings/refunds.ts'
import { sendLateReminders, sendReminders } from '#server/bookings/remind.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import { sweepPaymentLinks } from '#server/checkout/paymentLinks.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { expireCredit } from '#server/credits/grant.ts'
import { notifyExpiringCredit } from '#server/credits/remind.ts'
import { sweepExpiredCredit } from '#server/credits/reserve.ts'
import { removeFile, removeFileJob } from '#server/documents/add.ts'
import type { DocumentServices } from '#server/documents/add.ts'
import { notifyExpiringDocuments } from '#server/documents/remind.ts'
import { sweepLapsedHolds } from '#server/holds/places.ts'
import { simulateDayJob } from '#server/import/demo.ts'
import { reloadRelativeDays } from '#server/import/run.ts'
import { sweepJoinings } from '#server/joining/join.ts'
import { notifyUnfinishedJoinings } from '#server/joining/remind.ts'
import { endMandates } from '#server/memberships/paymentMethods.ts'
import { updateMembershipStatuses } from '#server/memberships/change.ts'
import { collectMemberships } from '#server/memberships/collect.ts'
import type { CollectingServices } from '#server/memberships/collect.ts'
import { followPlanPrices } from '#server/memberships/followPrices.ts'
import { notifyEndingMemberships } from '#server/memberships/remind.ts'
import { deliverNotice, retryOverdueNotices, sendNoticeJob } from '#server/notices/send.ts'
import type { NoticeServices } from '#server/notices/send.ts'
import { endProposals } from '#server/open-booking/decideProposal.ts'
import { amendOutdatedProposals } from '#server/open-booking/offerSession.ts'
import { sweepTokens } from '#server/open-booking/openid/tokens.ts'
import { publishOrders } from '#server/open-booking/readOrders.ts'
import { publishFeeds, vacuumFeedTables } from '#server/openactive/publish.ts'
import { notifyExpiringPackages } from '#server/packages/remind.ts'
import { reconcileCardChanges } from '#server/payments/cardChanges.ts'
import {
  deleteCardJob,
  deletePayerJob,
  forgetCard,
  forgetPayer,
  takeCardReports,
} from '#server/payments/cards.ts'
import type { ReportingCards } from '#server/payments/cards.ts'
import { notifyExpiringCards } from '#server/payments/remind.ts'
import type { Clock } from '#server/platform/clock.ts'
import { projectRoot } from '#server/platform/config.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { sweepEvents } from '#server/platform/events.ts'
import { sweepResponses } from '#server/platform/idempotency.ts'
import type { Log } from '#server/platform/log.ts'
import { sweepJobs } from '#server/platform/queue.ts'
import type { JobHandlers } from '#server/platform/queue.ts'
import { sweepRates } from '#server/platform/rateLimits.ts'
import { startWork } from '#server/platform/schedule.ts'
import type { PeriodicJob } from '#server/platform/schedule.ts'
import { beginPriceSteps } from '#server/pricing/beginSteps.ts'
import { enforceRetention } from '#server/privacy/retention.ts'
import { deliverBroadcasts, deliverEverySeconds, followUpReturned } from '#server/broadcasts/deliver.ts'
import { publishDueDrafts } from '#server/drafts/goLive.ts'
import { writeDueInvoices } from '#server/hirers/invoices.ts'
import { sweepHirerLinks } from '#server/hirers/link.ts'
import { settleHires } from '#server/hirers/states.ts'
import { clearRehearsals } from '#server/rehearsals/clear.ts'
import { runWaitingRehearsal } from '#server/rehearsals/run.ts'
import type { RehearsalServices } from '#server/rehearsals/run.ts'
import { makeWaitingFiles, removeOldFiles } from '#server/reports/files.ts'
import { sendScheduledReports } from '#server/reports/schedule.ts'
import { settleEmailChanges } from '#server/sessions/emailAddress.ts'
import { loginLinkJob, sendLoginLink } from '#server/sessions/loginLink.ts'
import { resetLinkJob, sendResetLink } from '#server/sessions/resetPassword.ts'
import { endStaffWhoLeft } from '#server/sessions/staff.ts'
import { sweepSessions } from '#server/sessions/tokens.ts'
import { settleCallOffs } from '#server/timetable/callOff.ts'
import { generateNewDays } from '#server/timetable/generate.ts'
import { plannedChangeJob } from '#server/timetable/report.ts'
import { deliverEvents } from '#server/webhooks/deliver.ts'
import type { DeliveryServices } from '#server/webhooks/deliver.ts'
import { notifyWaitlist } from '#server/waitlists/notify.ts'
import { promoteWaitlists } from '#server/waitlists/offer.ts'
import { noticeKinds } from './noticeKinds.ts'

/** What jobs need besides the database. */
export type JobServices = {
  config: Config
  mail: NoticeServices['mail']
  passes: NoticeServices['passes']
  outboxAccess: NoticeServices['outboxAccess']
  cards: { provider: CheckoutServices['cards'] } & ReportingCards
  debits: CollectingServices['debits']
  files: DocumentServices['files']
  webhooks: DeliveryServices['sender']
  health: { stopping: boolean }
}

/** Simulates a day of sales for a demonstration; see demo/simulation. */
export type SimulateDay = (db: Database, payload: unknown, now: Date) => Promise<void>

export type Jobs = {
  db: Database
  clock: Clock
  log: Log
  services: JobServices
  /** Omitted where nothing is simulated: sales.json and waitlists.json are then only checked. */
  simulateDay?: SimulateDay | undefined
  /** Omitted where no rehearsal runs. */
  rehearsals?: Pick<RehearsalServices, 'programs' | 'liveCalls'> | undefined
}

const minute = 60
const hour = 60 * minute
const week = 7 * 24 * hour * 1000

/** Periodic jobs and their intervals. Each calls a noun's service and has no rule of its own. */
export const periodicJobs = ({ db, log, services, rehearsals }: Jobs): PeriodicJob[] => [
  {
    name: 'lapsed holds',
    everySeconds: 5,
    run: async (now) => (await sweepLapsedHolds(db, now)).forEach(db.invalidate),
  },
  {
    name: 'waitlists',
    everySeconds: 5,
    run: async (now) => {
      try {
        ;(await promoteWaitlists(db, now)).forEach(db.invalidate)
      } finally {
        await notifyWaitlist(db, now)
      }
    },
  },
  { name: 'called-off sessions', everySeconds: 5, run: (now) => settleCallOffs(db, now) },
  { name: 'hires', everySeconds: 30, run: (now) => settleHires(db, now) },
  { name: 'invoices of hires', everySeconds: 10 * minute, run: (now) => writeDueInvoices(db, now) },
  {
    name: 'bookings of cancelled occurrences',
    everySeconds: 15,
    run: (now) => cancelBookingsOfCancelledOccurrences(db, now, new Date(now.getTime() - week)),
  },
  {
    name: 'bookings of occurrences cancelled long after they ended',
    everySeconds: hour,
    run: (now) => cancelBookingsOfCancelledOccurrences(db, now),
  },
  {
    name: 'card refunds',
    everySeconds: 3,
    run: (now) => reconcileRefunds({ db, cards: services.cards.provider, log }, now),
  },
  {
    name: 'payment reconciliation',
    everySeconds: 3,
    run: (now) => reconcilePayments({ db, cards: services.cards.provider, log }, now),
  },
  {
    name: 'reports of the card company',
    everySeconds: 10,
    run: (now) => takeCardReports({ db, log, cards: services.cards }, now),
  },
  {
    name: 'changes of card',
    everySeconds: 3,
    run: (now) => reconcileCardChanges({ db, cards: services.cards.provider, log }, now),
  },
  {
    name: 'occurrence generation',
    everySeconds: 10 * minute,
    run: async (now) => (await generateNewDays(db, now)).venueIds.forEach(db.invalidate),
  },
  {
    name: 'prices that begin',
    everySeconds: minute,
    run: async (now) => (await beginPriceSteps(db, now)).forEach(db.invalidate),
  },
  { name: 'drafts that go live', everySeconds: 30, run: (now) => publishDueDrafts(db, now) },
  {
    name: 'relative days of the import',
    everySeconds: 10 * minute,
    run: (now) => reloadRelativeDays(db, path.resolve(projectRoot(), services.config.operatorFiles), now),
  },
  {
    name: 'membership payments',
    everySeconds: 10 * minute,
    run: (now) => collectMemberships({ db, debits: services.debits, cards: services.cards.provider }, now),
  },
  { name: 'membership statuses', everySeconds: hour, run: (now) => updateMembershipStatuses(db, now) },
  {
    name: 'abandoned joinings',
    everySeconds: 10 * minute,
    run: (now) => sweepJoinings(db, log, now),
  },
  {
    name: 'ended mandates',
    everySeconds: 10 * minute,
    run: (now) => endMandates({ db, debits: services.debits, log }, now),
  },
  { name: 'credit of abandoned baskets', everySeconds: minute, run: (now) => sweepExpiredCredit(db, now) },
  { name: 'expired credit', everySeconds: 10 * minute, run: (now) => expireCredit(db, now) },
  { name: 'expiring documents', everySeconds: hour, run: (now) => notifyExpiringDocuments(db, now) },
  { name: 'expiring credit', everySeconds: hour, run: (now) => notifyExpiringCredit(db, now) },
  { name: 'expiring packages', everySeconds: hour, run: (now) => notifyExpiringPackages(db, now) },
  { name: 'expiring cards', everySeconds: hour, run: (now) => notifyExpiringCards(db, now) },
  { name: 'prices of plans', everySeconds: minute, run: (now) => followPlanPrices(db, now) },
  { name: 'ending memberships', everySeconds: hour, run: (now) => notifyEndingMemberships(db, now) },
  {
    name: 'unfinished joinings',
    everySeconds: 10 * minute,
    run: (now) => notifyUnfinishedJoinings(db, now),
  },
  {
    name: 'open data feeds',
    // Not oftener: marks are whole seconds, and would run ahead of the clock.
    everySeconds: 1,
    // A whole timetable, as after an import, is published over some minutes; nothing waits for it.
    run: (now) => publishFeeds(db, homeOf(services.config), now, 200),
  },
  { name: 'orders feeds of booking partners', everySeconds: 1, run: (now) => publishOrders(db, now) },
  {
    name: 'proposals of booking partners',
    everySeconds: 10,
    run: async (now) => {
      await endProposals(db, now)
      await amendOutdatedProposals(db, now)
    },
  },
  { name: 'open data vacuum', everySeconds: hour, run: () => vacuumFeedTables(db) },
  { name: 'booking reminders', everySeconds: 5 * minute, run: (now) => sendReminders(db, now) },
  { name: 'booking reminders that are late', everySeconds: hour, run: (now) => sendLateReminders(db, now) },
  {
    name: 'people whom e-mail did not reach',
    everySeconds: minute,
    run: async (now) => {
      const since = new Date(now.getTime() - week)
      await followUpUndelivered(db, since, now)
      await followUpReturned(db, since, now)
    },
  },
  { name: 'overdue notices', everySeconds: 10 * minute, run: (now) => retryOverdueNotices(db, now) },
  { name: 'scheduled reports', everySeconds: 10 * minute, run: (now) => sendScheduledReports(db, now) },
  {
    name: 'messages to many',
    everySeconds: deliverEverySeconds,
    run: (now) => deliverBroadcasts(db, now),
  },
  {
    name: 'files of reports',
    // A person at the desk waits for them.
    everySeconds: 2,
    run: (now) => makeWaitingFiles(db, services.config, now),
  },
  ...(rehearsals === undefined
    ? []
    : [
        {
          name: 'rehearsals',
          everySeconds: 2,
          run: (now: Date) =>
            runWaitingRehearsal(
              db,
              {
                config: services.config,
                log,
                ...rehearsals,
                isStopping: () => services.health.stopping,
              },
              now,
            ),
        },
      ]),
  {
    name: 'left copies of rehearsals',
    everySeconds: minute,
    run: (now) => clearRehearsals(db, services.config, now),
  },
  {
    name: 'old files of reports',
    everySeconds: hour,
    run: (now) => removeOldFiles(db, services.config, now),
  },
  { name: 'expired partner tokens', everySeconds: hour, run: (now) => sweepTokens(db, now) },
  { name: 'staff who have left', everySeconds: 600, run: (now) => endStaffWhoLeft(db, now) },
  { name: 'expired sessions', everySeconds: hour, run: (now) => sweepSessions(db, now) },
  { name: 'networks of old baskets', everySeconds: hour, run: (now) => sweepNetworks(db, now) },
  {
    name: 'retention of personal data',
    everySeconds: hour,
    run: (now) => enforceRetention(db, services.config.retention, now),
  },
  { name: 'changes of e-mail address', everySeconds: hour, run: (now) => settleEmailChanges(db, now) },
  { name: 'expired order links', everySeconds: hour, run: (now) => sweepOrderLinks(db, now) },
  { name: 'expired links of hirers', everySeconds: hour, run: (now) => sweepHirerLinks(db, now) },
  { name: 'expired payment links', everySeconds: hour, run: (now) => sweepPaymentLinks(db, now) },
  { name: 'expired rate windows', everySeconds: 10 * minute, run: (now) => sweepRates(db, now) },
  { name: 'old idempotent responses', everySeconds: hour, run: (now) => sweepResponses(db, now) },
  {
    name: 'webhooks',
    everySeconds: 2,
    run: (now) =>
      deliverEvents({ db, sender: services.webhooks, keys: services.config.secondFactorKeys }, now),
  },
  { name: 'old events', everySeconds: hour, run: (now) => sweepEvents(db, now) },
  { name: 'finished jobs', everySeconds: hour, run: (now) => sweepJobs(db, now) },
]

/** The handlers of queued jobs, by kind. */
export const jobHandlers = ({
  db,
  clock,
  services: { config, mail, cards, files, passes, outboxAccess },
  simulateDay,
}: Jobs): JobHandlers => ({
  [sendNoticeJob]: (payload) =>
    deliverNotice(
      { db, mail, config, passes, outboxAccess, kinds: noticeKinds },
      (payload as { id: number }).id,
      clock.now(),
    ),
  [deleteCardJob]: (payload) => forgetCard(cards.provider, payload),
  [deletePayerJob]: (payload) => forgetPayer(cards.provider, payload),
  [removeFileJob]: (payload) => removeFile(files, payload),
  [plannedChangeJob]: (payload) => notifyPlannedChange(db, payload, clock.now()),
  [simulateDayJob]: async (payload) => simulateDay?.(db, payload, clock.now()),
  [resetLinkJob]: (payload) => sendResetLink(db, homeOf(config), payload, clock.now()),
  [loginLinkJob]: (payload) => sendLoginLink(db, homeOf(config), payload, clock.now()),
})

const homeOf = ({ sites, basePath }: Config): string => sites.bookings + (basePath === '/' ? '' : basePath)

/**
 * Runs jobs until stopped; `stop` waits for those in progress.
 * @param isBusy whether many customers wait for answers now
 */
export const startJobs = (jobs: Jobs, isBusy: () => boolean): { stop: () => Promise<void> } =>
  startWork({
    ...jobs,
    isBusy,
    handlers: jobHandlers(jobs),
    periodic: periodicJobs(jobs),
  })
