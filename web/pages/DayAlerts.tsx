import type { DeskSession } from '#contract/attendance.ts'
import { alertsOf } from '#web/features/attendance/sessionAlerts.ts'
import * as messages from '#messages/desk/alerts.ts'
import { fullDay } from '#messages/format.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DayAlerts.module.css'

/** What waits for hours need not be asked for every ten seconds. */
const refetchEveryMs = 60_000

type Alert = { key: string; text: string; to: string; act: string }

/** What a venue has to see to today, each with what is done about it. `now` is ms. */
export const DayAlerts = ({
  venueSlug,
  today,
  sessions,
  now,
  linkTo,
}: {
  venueSlug: string
  today: string
  /** Of today; of another day there is nothing to see to. */
  sessions: readonly DeskSession[]
  now: number
  linkTo: (sessionId: number) => string
}) => {
  const every = { everyMs: refetchEveryMs }
  const { data: venue } = useDeferredRead(api.operations.alerts, { venue: venueSlug }, every)
  const { data: requests } = useDeferredRead(api.openBooking.listProposals, {}, every)
  const takings = deskLinks.takings(venueSlug, today)
  const alerts: Alert[] = []
  for (const { kind, session } of alertsOf(sessions, now)) {
    const { id, name, startsAt, waiting, booked, attended } = session
    const about = { session: name, time: startsAt.format24Hour }
    const count = booked + attended
    const texts = {
      no_instructor: [messages.noInstructor(about), messages.chooseInstructor],
      few_booked: [
        count === 0 ? messages.notBooked(about) : messages.fewBooked({ ...about, count }),
        messages.openSession,
      ],
      places_for_waitlist: [messages.placesForWaitlist({ ...about, waiting }), messages.offerPlaces],
    } as const
    const [text, act] = texts[kind]
    alerts.push({ key: `${kind} ${id}`, text, to: linkTo(id), act })
  }
  if (requests?.isOn === true && requests.proposals.length > 0) {
    const count = requests.proposals.length
    const to = deskLinks.bookingRequests()
    alerts.push({ key: 'requests', text: messages.requests({ count }), to, act: messages.decide })
  }
  if (venue !== undefined) {
    const { cashDue, tillsLeftOpen, documents, hirerPapers, failing } = venue
    const due = { count: cashDue.count, amount: cashDue.amount.formatted }
    if (due.count > 0)
      alerts.push({ key: 'due', text: messages.cashDue(due), to: takings, act: messages.payOut })
    for (const { id, name, openedOn } of tillsLeftOpen) {
      const text = messages.tillLeftOpen({ till: name, day: fullDay(openedOn) })
      alerts.push({ key: `till ${id}`, text, to: takings, act: messages.closeTill })
    }
    if (documents > 0) {
      const text = messages.documents({ count: documents })
      alerts.push({ key: 'documents', text, to: deskLinks.documents(), act: messages.checkDocuments })
    }
    for (const paper of hirerPapers) {
      const { hirerId, what, until } = paper
      const text = messages.hirerPaper({ ...paper, day: fullDay(until) })
      alerts.push({
        key: `${what} ${hirerId}`,
        text,
        to: deskLinks.hirer(hirerId),
        act: messages.askForPaper,
      })
    }
    if (failing.length > 0) {
      const text = messages.failing({ what: failing })
      alerts.push({ key: 'failing', text, to: takings, act: messages.failingAct })
    }
  }
  if (alerts.length === 0) return null
  const rows = (
    <ul role="list">
      {alerts.map(({ key, text, to, act }) => (
        <li key={key}>
          <span>{text}</span>
          <Link to={to} aria-label={`${act}: ${text}`} stay={to.includes('session=')}>
            {act}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <Notice colour="warning">
      <div className={styles['alerts']}>
        {alerts.length === 1 ? (
          rows
        ) : (
          <details>
            <summary>{messages.summary({ count: alerts.length })}</summary>
            {rows}
          </details>
        )}
      </div>
    </Notice>
  )
}
