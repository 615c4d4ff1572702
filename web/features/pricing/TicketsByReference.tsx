import { useState } from 'react'
import type { TicketDiscount } from '#contract/pricing.ts'
import type { BookableId, BookableTicket, TicketType } from '#contract/shapes.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './TicketsByReference.module.css'

/** A ticket at the price of whoever the reference names. */
export type DiscountedTicket = TicketDiscount['tickets'][number]

/** What the page does with a ticket that somebody wants at that price. */
export type TicketActions = {
  add: (ticket: DiscountedTicket) => void
  isAdding: (ticketId: BookableId) => boolean
  failureOf: (ticketId: BookableId) => string | undefined
}

/** E12: the tickets of a session; for each the price of a member, by their customer reference. */
export const TicketsByReference = ({
  session,
  actions,
}: {
  session: BookableTicket
  actions: TicketActions
}) => (
  <ul role="list" className={styles['tickets']}>
    {session.tickets.map((ticket) => (
      <TicketByReference key={ticket.id} session={session} ticket={ticket} actions={actions} />
    ))}
  </ul>
)

const TicketByReference = ({
  session,
  ticket,
  actions,
}: {
  session: BookableTicket
  ticket: TicketType
  actions: TicketActions
}) => {
  const toasts = useToasts()
  const [found, setFound] = useState<DiscountedTicket>()
  const [error, setError] = useState<string>()
  const call = useCall(api.pricing.ticket, {
    onSuccess: ({ tickets }) => {
      setFound(tickets.find(({ ticketId }) => ticketId === ticket.id))
    },
    onFailure: (error) => {
      setError(error.message)
      toasts.failure(error, { inline: false })
    },
  })
  const form = useForm(call, ({ text }) => {
    const reference = text('reference').trim()
    setFound(undefined)
    setError(reference === '' ? 'Enter a customer reference.' : undefined)
    if (reference === '') return
    const isV2 = typeof session.id === 'string'
    call.send({
      venue: session.venueSlug,
      activityId: isV2 ? session.categorySlug : session.id,
      reference,
      isV2,
      ...(isV2 ? { occurrenceId: session.id } : {}),
    })
  })
  const failure = actions.failureOf(ticket.id)
  return (
    <li className={styles['ticket']}>
      <h3 className={styles['name']}>
        {ticket.name}
        <span className={styles['full']}>
          {ticket.price.full === undefined ? ticket.price.formatted : `${ticket.price.formatted} for you`}
        </span>
      </h3>
      <form {...form} className={styles['form']}>
        <TextField
          label={
            <>
              Customer reference<span className={styles['for']}>{` for ${ticket.name}`}</span>
            </>
          }
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          errors={error === undefined ? [] : [error]}
        />
        <Button type="submit" variant="secondary" size="lg" busy={call.requesting}>
          {call.requesting ? 'Looking…' : 'See the price'}
        </Button>
      </form>
      <div aria-live="polite">
        {found === undefined ? null : found.price.raw >= found.fullPrice.raw ? (
          <p className={styles['found']}>{`No discount on this ticket: ${found.price.formatted}.`}</p>
        ) : (
          <div className={styles['found']}>
            <p>
              <Icon name="check" size={16} />
              <strong>{found.price.formatted}</strong>
              {` instead of ${found.fullPrice.formatted}`}
            </p>
            {found.price.explanation === null ? null : (
              <p className={styles['why']}>{found.price.explanation}</p>
            )}
            <Button
              busy={actions.isAdding(ticket.id)}
              aria-label={`Add ${ticket.name} at ${found.price.formatted} to the basket`}
              onClick={() => {
                actions.add(found)
              }}
            >
              {actions.isAdding(ticket.id) ? 'Adding…' : 'Add to the basket'}
            </Button>
          </div>
        )}
      </div>
      {failure === undefined ? null : (
        <Notice colour="danger" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
    </li>
  )
}
