import { recordDispute } from '#server/bookings/disputes/service.ts'
import { failRefund } from '#server/bookings/refunds/service.ts'
import { pollNow } from '#server/checkout/transactions/service.ts'
import { pollChangeNow } from '#server/payments/card-changes/service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { CardEvent, OnCardEvent } from '#server/providers/cards/port.ts'

type Services = { db: Database; log: Log }

/** What is done about what the card company reports, whichever way it comes. */
export const followCardEvent = async ({ db, log }: Services, event: CardEvent, now: Date): Promise<void> => {
  if (event.type === 'refund_failed') return failRefund({ db, log }, event, now)
  if (event.type === 'payment_disputed') return recordDispute({ db, log }, event, now)
  await pollNow(db, event.reference, now)
  await pollChangeNow(db, event.reference, now)
}

export type ReportingCards = { report: (onEvent: OnCardEvent, now: Date) => Promise<void> }

/** Takes over what the card company has to report and brings to no door of ours. */
export const takeCardReports = (
  { cards, ...services }: Services & { cards: ReportingCards },
  now: Date,
): Promise<void> => cards.report((event, at) => followCardEvent(services, event, at), now)
