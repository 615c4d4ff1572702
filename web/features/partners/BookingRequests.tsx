import { useState } from 'react'
import type { PresentedProposal } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/bookingRequests.ts'
import { offerOther, offerOtherFor } from '#messages/desk/otherSessions.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { OfferOtherSession } from './OfferOtherSession.tsx'
import styles from './BookingRequests.module.css'

/** Booking partners' orders that wait for a decision, each with the buttons to accept and to reject it. */
export const BookingRequests = ({ requests }: { requests: readonly PresentedProposal[] }) => (
  <ul role="list" className={styles['list']}>
    {requests.map((request) => (
      <li key={request.id}>
        <Card>
          <BookingRequest request={request} />
        </Card>
      </li>
    ))}
  </ul>
)

const BookingRequest = ({ request }: { request: PresentedProposal }) => {
  const { id, partner, items, total, heldUntil } = request
  const toasts = useToasts()
  const [isChoosing, setChoosing] = useState(false)
  const decide = useCall(api.openBooking.decideProposal, {
    onSuccess: ({ status }) => {
      const content = status === 'accepted' ? messages.accepted({ partner }) : messages.rejected({ partner })
      toasts.show({ content, colour: 'success', closeAfter: 5000 })
    },
  })
  const customer = request.customer === '' ? messages.unnamed : request.customer
  const name = messages.from({ customer, partner })
  const zone = items[0]?.timezone ?? 'Europe/London'
  // Of several sessions it is not plain which one another would be for.
  const first = items.length === 1 ? items[0] : undefined
  const send = (accepted: boolean) => () => {
    decide.send({ proposalId: id, accepted })
  }
  return (
    <article className={styles['request']} aria-label={name}>
      <div>
        <h2>{name}</h2>
        <ul role="list">
          {items.map(({ occurrenceId, activity, venue, startsAt, timezone, places }) => (
            <li key={occurrenceId}>
              {messages.session({ activity, venue, at: new Date(startsAt), zone: timezone })}{' '}
              <span className={styles['quiet']}>{messages.places({ count: places })}</span>
            </li>
          ))}
        </ul>
        <p>
          <strong>{total.formatted}</strong>{' '}
          <span className={styles['quiet']}>{messages.heldUntil({ at: new Date(heldUntil), zone })}</span>
        </p>
        {decide.error === null ? null : (
          <Notice colour="danger" role="alert">
            <p>{decide.error.message}</p>
          </Notice>
        )}
      </div>
      <div className={styles['buttons']}>
        <Button
          size="lg"
          busy={decide.requesting}
          aria-label={messages.acceptFor({ name })}
          onClick={send(true)}
        >
          {messages.accept}
        </Button>
        <Button
          variant="secondary"
          size="lg"
          busy={decide.requesting}
          aria-label={messages.rejectFor({ name })}
          onClick={send(false)}
        >
          {messages.reject}
        </Button>
        {first === undefined ? null : (
          <Button
            variant="text"
            size="lg"
            aria-label={offerOtherFor({ name })}
            onClick={() => {
              setChoosing(true)
            }}
          >
            {offerOther}
          </Button>
        )}
        {first === undefined || !isChoosing ? null : (
          <OfferOtherSession
            proposalId={id}
            occurrenceId={first.occurrenceId}
            partner={partner}
            onClose={() => {
              setChoosing(false)
            }}
          />
        )}
      </div>
    </article>
  )
}
