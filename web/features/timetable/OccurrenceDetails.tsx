import type { BookableSlot, BookableTicket } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/timetable.ts'
import * as panelMessages from '#messages/bookings/timetablePanels.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { cancellationLabel } from './activityDetails.ts'
import { lengthLabel, hoursRange } from './itemLabels.ts'
import styles from './panels.module.css'
import { useTimetable } from './timetableContext.ts'

type Fact = [icon: IconName, name: string, text: string]

type Detailed = BookableSlot | BookableTicket

/** Everything to know about a session before booking it. */
export const OccurrenceDetails = ({ item }: { item: Detailed }) => {
  const { restrictions } = item
  const requirements = [restrictions.preWaiver, restrictions.preInduction, restrictions.criteria].flatMap(
    (restriction) => restriction?.name ?? [],
  )
  const { activity, now, zone } = useTimetable()
  const { date, duration, location, venueName, instructors, timestamp } = item
  const all: Fact[] = [
    [
      'clock',
      panelMessages.when,
      panelMessages.dateAndTime({ day: date.raw, hours: hoursRange(item), length: lengthLabel(duration) }),
    ],
    ['pin', panelMessages.where, `${location.name}, ${venueName}`],
    ['person', messages.instructor, instructors.map(({ name }) => name).join(', ')],
    [
      'people',
      panelMessages.suitableFor,
      [panelMessages.ages({ min: activity.ageMin, max: activity.ageMax }), activity.level]
        .filter((part) => part !== '')
        .join(', '),
    ],
    [
      'check',
      panelMessages.bring,
      activity.whatToBring === null ? '' : panelMessages.bringItems({ items: activity.whatToBring }),
    ],
    ['info', panelMessages.accessibility, activity.accessibility.join(', ')],
    ['lock', panelMessages.required, requirements.join(', ')],
    ['calendar', panelMessages.cancellation, cancellationLabel(timestamp, activity, now, zone)],
  ]
  const facts = all.filter(([, , text]) => text !== '')
  return (
    <>
      <dl className={styles['facts']}>
        {facts.map(([icon, name, text]) => (
          <div key={name} className={styles['fact']}>
            <dt>
              <Icon name={icon} />
              <span className="visually-hidden">{name}</span>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {item.tags.length === 0 ? null : (
        <ul role="list" className={styles['tags']} aria-label={messages.tags}>
          {item.tags.map(({ id, name }) => (
            <li key={id}>
              <Badge>{name}</Badge>
            </li>
          ))}
        </ul>
      )}
      {item.description === null || item.description === '' ? null : (
        <p className={styles['description']}>{item.description}</p>
      )}
      <BookingNotices item={item} />
    </>
  )
}

/** Notices to read before booking. */
export const BookingNotices = ({
  item,
}: {
  item: Pick<Detailed, 'preBookingNotice' | 'requiresInduction'>
}) => (
  <>
    {item.preBookingNotice === null || item.preBookingNotice === '' ? null : (
      <Notice title={panelMessages.beforeYouBook}>
        <p>{item.preBookingNotice}</p>
      </Notice>
    )}
    {item.requiresInduction ? (
      <Notice title={panelMessages.inductionTitle}>
        <p>{panelMessages.induction}</p>
      </Notice>
    ) : null}
    <noscript>
      <Notice title={panelMessages.scriptTitle}>
        <p>{panelMessages.script}</p>
      </Notice>
    </noscript>
  </>
)
