import { useState } from 'react'
import type { PlaceHolder } from '#contract/baskets.ts'
import * as messages from '#messages/desk/heldPlaces.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { ReasonDialog } from '#web/platform/ReasonDialog.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import styles from './PlaceHolders.module.css'

/** Sessions displayed at first; the rest is folded. */
const firstSessions = 5

/** Customers, visitors and networks that hold many places; staff can free the places of each, with a reason. */
export const PlaceHolders = ({
  venueSlug,
  holders,
}: {
  venueSlug: string
  holders: readonly PlaceHolder[]
}) => {
  const [freeing, setFreeing] = useState<PlaceHolder>()
  return (
    <>
      <ul role="list" className={styles['list']}>
        {holders.map((holder) => (
          <li key={holder.basketId}>
            <Card>
              <Holder
                holder={holder}
                onFree={() => {
                  setFreeing(holder)
                }}
              />
            </Card>
          </li>
        ))}
      </ul>
      {freeing === undefined ? null : (
        <FreePlaces
          venueSlug={venueSlug}
          holder={freeing}
          onClose={() => {
            setFreeing(undefined)
          }}
        />
      )}
    </>
  )
}

const titleOf = ({ isNetwork, customer, baskets }: PlaceHolder): string => {
  if (customer !== null) return messages.customer(customer)
  return isNetwork ? messages.network({ baskets }) : messages.oneVisitor
}

const Holder = ({ holder, onFree }: { holder: PlaceHolder; onFree: () => void }) => {
  const { places, beingPaid, since, until, sessions } = holder
  const count = places - beingPaid
  return (
    <div className={styles['holder']}>
      <div>
        <h2>{titleOf(holder)}</h2>
        <p>
          <strong>{messages.places({ count: places })}</strong>
        </p>
        <p className={styles['quiet']}>
          {messages.holdTimes({ since: since.format24Hour, until: until.format24Hour })}
        </p>
        {beingPaid === 0 ? null : <p>{messages.beingPaid({ count: beingPaid })}</p>}
        {sessions.length > firstSessions ? (
          <details className={styles['sessions']}>
            <summary>{messages.showSessions({ count: sessions.length })}</summary>
            <Sessions sessions={sessions} />
          </details>
        ) : (
          <Sessions sessions={sessions} />
        )}
      </div>
      {count === 0 ? null : (
        <Button
          variant="secondary"
          aria-label={messages.freeFor({ holder: titleOf(holder), count })}
          onClick={onFree}
        >
          {messages.free}
        </Button>
      )}
    </div>
  )
}

const Sessions = ({ sessions }: Pick<PlaceHolder, 'sessions'>) => (
  <ul className={styles['names']}>
    {sessions.map(({ id, day, startsAt, name, locationName, places }) => (
      <li key={id}>
        {messages.sessionAt({ day, time: startsAt.format24Hour, name, location: locationName })}{' '}
        <span className={styles['quiet']}>{messages.places({ count: places })}</span>
      </li>
    ))}
  </ul>
)

const FreePlaces = ({
  venueSlug,
  holder,
  onClose,
}: {
  venueSlug: string
  holder: PlaceHolder
  onClose: () => void
}) => {
  const toasts = useToasts()
  const free = useCall(api.baskets.freeHeldPlaces, {
    onSuccess: ({ places }) => {
      toasts.show({ content: messages.freed({ count: places }), colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={messages.question({ count: holder.places - holder.beingPaid })}
      reasonLabel={messages.reason}
      label={messages.confirm}
      call={free}
      onReason={(reason) => {
        free.send({ venue: venueSlug, basketId: holder.basketId, reason })
      }}
      onClose={onClose}
    >
      {messages.consequence}
    </ReasonDialog>
  )
}
