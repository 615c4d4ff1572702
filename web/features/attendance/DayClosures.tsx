import { useState } from 'react'
import type { Closure } from '#contract/attendance.ts'
import { localDay, time } from '#contract/time.ts'
import * as messages from '#messages/desk/closures.ts'
import { secondsLeft, takeBack } from '#messages/desk/sessionChanges.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ClosePlaces } from './ClosePlaces.tsx'
import styles from './ClosePlaces.module.css'

type Props = {
  closures: readonly Closure[]
  venue: { slug: string; name: string; timezone: string }
  day: string
}

/** What is closed on a day of a venue, and the button that closes more. */
export const DayClosures = ({ closures, venue, day }: Props) => {
  const now = useServerNow(30_000)
  const mayClose = useMay()('close')
  const [isClosing, setIsClosing] = useState(false)
  const query = { venue: venue.slug, date: day }
  const { data } = useDeferredRead(api.closures.onDay, query, { when: isClosing })
  const today = localDay(new Date(now), venue.timezone)
  const startsAt =
    day > today ? `${day}T00:00` : `${today}T${time(new Date(now), venue.timezone).format24Hour}`
  return (
    <div className={styles['closures']}>
      {closures.map((closure) => (
        <ClosureNotice key={`${closure.origin}-${closure.id}`} closure={closure} mayChange={mayClose} />
      ))}
      {!mayClose || day < today ? null : (
        <Button
          variant="secondary"
          size="lg"
          onClick={() => {
            setIsClosing(true)
          }}
        >
          {messages.close}
        </Button>
      )}
      {isClosing && data !== undefined ? (
        <ClosePlaces
          venue={venue}
          places={data.places}
          startsAt={startsAt}
          onClose={() => {
            setIsClosing(false)
          }}
        />
      ) : null}
    </div>
  )
}

const ClosureNotice = ({ closure, mayChange }: { closure: Closure; mayChange: boolean }) => {
  const {
    id: closureId,
    places,
    from,
    until,
    origin,
    reason,
    publicReason,
    takeBackUntil,
    asksIfClosed,
  } = closure
  const toasts = useToasts()
  const now = useServerNow(1000)
  const telling = (content: string) => ({
    onSuccess: () => {
      toasts.show({ content, colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error: Parameters<typeof toasts.failure>[0]) => {
      toasts.failure(error)
    },
  })
  const takingBack = useCall(api.closures.takeBack, telling(messages.takenBack))
  const confirming = useCall(api.closures.confirm, telling(messages.staysClosed))
  const lifting = useCall(api.closures.lift, telling(messages.openedAgain))
  const ending = useCall(api.closures.end, telling(messages.openedAgain))
  const seconds = takeBackUntil === null ? 0 : Math.ceil((Date.parse(takeBackUntil) - now) / 1000)
  return (
    <Notice colour="warning" title={messages.closedPlaces({ places })}>
      <p>
        {messages.interval({
          from: new Date(from.utc),
          until: until === null ? null : new Date(until.utc),
          zone: from.timezone,
        })}
      </p>
      {publicReason === '' ? null : <p>{messages.customersRead({ reason: publicReason })}</p>}
      {reason === '' ? null : <p>{messages.staffReason({ reason })}</p>}
      {origin === 'files' ? <p>{messages.fromFiles}</p> : null}
      {origin === 'files' && mayChange ? (
        <p className={styles['acts']}>
          <Button
            variant="secondary"
            busy={lifting.requesting}
            onClick={() => {
              lifting.send({ fileClosureId: closureId })
            }}
          >
            {messages.openAgain}
          </Button>
        </p>
      ) : null}
      {asksIfClosed && !mayChange ? <p>{messages.askSupervisor}</p> : null}
      {origin === 'files' || !mayChange ? null : seconds > 0 ? (
        <p className={styles['acts']}>
          <Button
            size="lg"
            variant="secondary"
            busy={takingBack.requesting}
            onClick={() => {
              takingBack.send({ closureId })
            }}
          >
            {takeBack}
          </Button>
          <span aria-hidden>{secondsLeft({ seconds })}</span>
        </p>
      ) : (
        <>
          <p>{asksIfClosed ? messages.isStillClosed : messages.stayCalledOff}</p>
          <p className={styles['acts']}>
            {asksIfClosed ? (
              <Button
                busy={confirming.requesting}
                onClick={() => {
                  confirming.send({ closureId })
                }}
              >
                {messages.stillClosed}
              </Button>
            ) : null}
            <Button
              variant="secondary"
              busy={ending.requesting}
              onClick={() => {
                ending.send({ closureId })
              }}
            >
              {messages.openAgain}
            </Button>
          </p>
        </>
      )}
    </Notice>
  )
}
