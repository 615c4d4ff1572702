import type { BookableSlot, BookableTicket } from '#contract/shapes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { agesInWords, cancellingInWords } from './about.ts'
import { hoursInWords } from './availability.ts'
import { dayInWords } from './days.ts'
import styles from './panels.module.css'
import { useTimetable } from './timetableContext.ts'

type Fact = [icon: IconName, name: string, words: string]

type Detailed = BookableSlot | BookableTicket

/** When, where, with whom, what it asks of one: all that is known of a session before it is booked. */
export const Facts = ({ item }: { item: Detailed }) => {
  const { restrictions } = item
  const asked = [restrictions.preWaiver, restrictions.preInduction, restrictions.criteria].flatMap(
    (restriction) => restriction?.name ?? [],
  )
  const { about, now, zone } = useTimetable()
  const { date, duration, location, venueName, instructors, timestamp } = item
  const all: Fact[] = [
    ['clock', 'When', `${dayInWords(date.raw)}, ${hoursInWords(item)} (${lengthInWords(duration)})`],
    ['pin', 'Where', `${location.name}, ${venueName}`],
    ['person', 'With', instructors.map(({ name }) => name).join(', ')],
    ['people', 'For', [agesInWords(about), about.level].filter((part) => part !== '').join(', ')],
    ['info', 'Access', about.accessibility.join(', ')],
    ['lock', 'Needed', asked.join(', ')],
    ['calendar', 'Cancelling', cancellingInWords(timestamp, about, now, zone)],
  ]
  const facts = all.filter(([, , words]) => words !== '')
  return (
    <>
      <dl className={styles['facts']}>
        {facts.map(([icon, name, words]) => (
          <div key={name} className={styles['fact']}>
            <dt>
              <Icon name={icon} />
              <span className="visually-hidden">{name}</span>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {item.tags.length === 0 ? null : (
        <ul role="list" className={styles['tags']} aria-label="Tags">
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
      <Notices item={item} />
    </>
  )
}

const lengthInWords = (duration: string): string => duration.replace(/(\d)min$/, '$1 min')

/** What must be read before booking. */
export const Notices = ({ item }: { item: Pick<Detailed, 'preBookingNotice' | 'requiresInduction'> }) => (
  <>
    {item.preBookingNotice === null || item.preBookingNotice === '' ? null : (
      <Notice title="Before you book">
        <p>{item.preBookingNotice}</p>
      </Notice>
    )}
    {item.requiresInduction ? (
      <Notice title="Induction">
        <p>You need an induction before you can come to this.</p>
      </Notice>
    ) : null}
    <noscript>
      <Notice title="Booking needs JavaScript">
        <p>You can look at everything without it. To put something into a basket, switch JavaScript on.</p>
      </Notice>
    </noscript>
  </>
)
