import { useRef, useState } from 'react'
import { dayInWords, localDay } from '#contract/time.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './CalendarFeed.module.css'

/**
 * The address under which a calendar reads somebody's bookings by itself. Whoever knows it can read them, so it is told
 * once, and can be replaced or ended.
 */
export const CalendarFeed = ({ zone }: { zone: string }) => {
  const { data: feed } = useRead(api.bookings.feed)
  const toasts = useToasts()
  const [address, setAddress] = useState<string | null>(null)
  const make = useCall(api.bookings.makeFeed, {
    onSuccess: (made) => {
      setAddress(made.address)
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const end = useCall(api.bookings.endFeed, {
    onSuccess: () => {
      setAddress(null)
      toasts.show({ content: 'Your calendar address has ended.', colour: 'success' })
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
            ? `A calendar address has been in use since ${dayInWords(localDay(new Date(feed.madeAt), zone))}.`
            : 'Your calendar can read your bookings by itself and keep up with every change: those of today, those to come, and what was cancelled.'}
        </p>
        {address === null ? null : <Address address={address} />}
        <div className={styles['ways']}>
          <Button
            variant="secondary"
            busy={make.requesting}
            onClick={() => {
              make.send({})
            }}
          >
            {isOn ? 'Make a new address' : 'Make a calendar address'}
          </Button>
          {isOn ? (
            <Button
              variant="text"
              busy={end.requesting}
              onClick={() => {
                end.send({})
              }}
            >
              End the address
            </Button>
          ) : null}
        </div>
        {isOn ? (
          <p className={styles['quiet']}>
            A new address ends the one before. Whoever knows the address can read your bookings.
          </p>
        ) : null}
      </div>
    </Card>
  )
}

const Address = ({ address }: { address: string }) => {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      setSaid('Copied.')
    } catch {
      // Not allowed here, or not over plain HTTP: then by hand.
      field.current?.select()
      setSaid('Selected: copy it with your keyboard or a long press.')
    }
  }
  return (
    <Notice colour="success" role="status" title="Your calendar address is made">
      <p>Copy it now and add it to your calendar as a subscription: it is shown this once only.</p>
      <div className={styles['address']}>
        <label htmlFor="calendar-address" className="visually-hidden">
          Calendar address
        </label>
        <input
          ref={field}
          id="calendar-address"
          readOnly
          value={address}
          onFocus={(event) => {
            event.currentTarget.select()
          }}
        />
        <Button onClick={() => void copy()}>Copy</Button>
        <a className={buttonClass({ variant: 'secondary' })} href={address.replace(/^https?:/, 'webcal:')}>
          Open in my calendar
        </a>
      </div>
      <p role="status" className={styles['said']}>
        {said}
      </p>
    </Notice>
  )
}
