import { useState } from 'react'
import type { TicketDiscount } from '#contract/pricing.ts'
import type { BookableId, TicketType } from '#contract/shapes.ts'
import type { BookableTicket } from '#contract/bookables.ts'
import * as messages from '#messages/bookings/pricing.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './TicketsByReference.module.css'

/** A ticket at the price of the member with the customer number. */
export type DiscountedTicket = TicketDiscount['tickets'][number]

export type TicketActions = {
  add: (ticket: DiscountedTicket) => void
  isAdding: (ticketId: BookableId) => boolean
  failureOf: (ticketId: BookableId) => string | undefined
}

/** E12: the tickets of a session, each with the price of a member by their customer number. */
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
  const [discounted, setDiscounted] = useState<DiscountedTicket>()
  const [error, setError] = useState<string>()
  const call = useCall(api.pricing.ticket, {
    onSuccess: ({ tickets }) => {
      setDiscounted(tickets.find(({ ticketId }) => ticketId === ticket.id))
    },
    onFailure: (error) => {
      setError(error.message)
    },
  })
  const form = useForm(call, ({ text }) => {
    const reference = text('reference').trim()
    setDiscounted(undefined)
    setError(reference === '' ? messages.referenceMissing : undefined)
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
          {ticket.price.full === undefined
            ? ticket.price.formatted
            : messages.priceForYou({ price: ticket.price.formatted })}
        </span>
      </h3>
      <form {...form} className={styles['form']}>
        <TextField
          label={
            <>
              <RichText
                message={messages.reference}
                ticket={
                  <span className={styles['for']}>{messages.referenceFor({ ticket: ticket.name })}</span>
                }
              />
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
          {call.requesting ? messages.checking : messages.checkPrice}
        </Button>
      </form>
      <div aria-live="polite">
        {discounted === undefined ? null : discounted.price.raw >= discounted.fullPrice.raw ? (
          <p className={styles['found']}>{messages.noDiscount({ price: discounted.price.formatted })}</p>
        ) : (
          <div className={styles['found']}>
            <p>
              <Icon name="check" size={16} />
              <span>
                <RichText
                  message={messages.insteadOf}
                  price={<strong>{discounted.price.formatted}</strong>}
                  fullPrice={discounted.fullPrice.formatted}
                />
              </span>
            </p>
            {discounted.price.explanation === null ? null : (
              <p className={styles['why']}>{discounted.price.explanation}</p>
            )}
            <Button
              busy={actions.isAdding(ticket.id)}
              aria-label={messages.addTicket({ ticket: ticket.name, price: discounted.price.formatted })}
              onClick={() => {
                actions.add(discounted)
              }}
            >
              {actions.isAdding(ticket.id) ? messages.adding : messages.addToBasket}
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
