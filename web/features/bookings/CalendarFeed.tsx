import { useState } from 'react'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/calendarFeed.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './CalendarFeed.module.css'

/**
 * The calendar feed of the customer's bookings. Anyone with its address can read them, so the address is displayed once and
 * can be replaced or removed.
 */
export const CalendarFeed = ({ zone }: { zone: string }) => {
  const { data: feed } = useRead(api.bookings.feed)
  const toasts = useToasts()
  const [address, setAddress] = useState<string | null>(null)
  const create = useCall(api.bookings.makeFeed, {
    onSuccess: (created) => {
      setAddress(created.address)
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const stop = useCall(api.bookings.endFeed, {
    onSuccess: () => {
      setAddress(null)
      toasts.show({ content: messages.stopped, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const isOn = feed.madeAt !== null
  return (
    <Card>
      <div className={styles['feed']}>
        <p>
          {isOn && feed.madeAt !== null
            ? messages.inUseSince({ date: longDate(localDay(new Date(feed.madeAt), zone)) })
            : messages.intro}
        </p>
        {address === null ? null : <Address address={address} />}
        <div className={styles['ways']}>
          <Button
            variant="secondary"
            busy={create.requesting}
            onClick={() => {
              create.send({})
            }}
          >
            {isOn ? messages.newAddress : messages.subscribe}
          </Button>
          {isOn ? (
            <Button
              variant="text"
              busy={stop.requesting}
              onClick={() => {
                stop.send({})
              }}
            >
              {messages.stop}
            </Button>
          ) : null}
        </div>
        {isOn ? <p className={styles['quiet']}>{messages.replaceHint}</p> : null}
      </div>
    </Card>
  )
}

const Address = ({ address }: { address: string }) => (
  <Notice colour="success" role="status" title={messages.ready}>
    <p>{messages.readyText}</p>
    <CopyField
      label={messages.address}
      value={address}
      copyLabel={messages.copy}
      copied={messages.copied}
      selected={messages.selected}
    >
      <a className={buttonClass({ variant: 'secondary' })} href={address.replace(/^https?:/, 'webcal:')}>
        {messages.open}
      </a>
    </CopyField>
  </Notice>
)
