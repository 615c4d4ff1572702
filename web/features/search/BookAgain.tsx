import { useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { Offer } from '#contract/search.ts'
import * as messages from '#messages/shared/offers.ts'
import { api } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { setReadData, useCall } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './BookAgain.module.css'

/** What the customer books often, with its next date: one press adds it and leads to payment. */
export const BookAgain = ({
  offers,
  onAdded,
}: {
  offers: readonly Offer[]
  /** Leads on to checkout. */
  onAdded: (basket: Basket) => void
}) => {
  const { queries, toasts } = usePageContext()
  const [busyKey, setBusyKey] = useState<string>()
  const adding = useCall(api.baskets.add, {
    onSuccess: (basket) => {
      setReadData(queries, api.baskets.read, {}, basket)
      onAdded(basket)
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  if (offers.length === 0) return null
  return (
    <Section title={messages.bookAgain}>
      <ul role="list" className={styles['list']}>
        {offers.map(({ venueName, venueSlug, activitySlug, times: [time] }) => {
          if (time === undefined) return null
          const key = `${venueSlug}/${activitySlug}/${time.timestamp}`
          const { name, startsAt, price, spacesRemaining, id } = time
          return (
            <li key={key} className={styles['item']}>
              <div>
                <h3 className={styles['name']}>
                  {messages.sameAgain({ name, day: messages.day(time), time: startsAt.format24Hour })}
                </h3>
                <p className={styles['facts']}>
                  {venueName} · {messages.places({ count: spacesRemaining })}
                </p>
              </div>
              <Button
                className={styles['book']}
                size="lg"
                busy={adding.requesting && busyKey === key}
                onClick={() => {
                  setBusyKey(key)
                  adding.send({ items: [{ id }] })
                }}
              >
                {/* One element, since a button sets a gap between several. */}
                <span>
                  <RichText
                    message={messages.bookNow({ price })}
                    hidden={<span className="visually-hidden"> {name}</span>}
                  />
                </span>
              </Button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
