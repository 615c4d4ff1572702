import { useState } from 'react'
import { mostDeliveries } from '#contract/eventTypes.ts'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { dateTime } from '#messages/format.ts'
import * as messages from '#messages/desk/webhooks.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './Deliveries.module.css'

const atFirst = 50

/** What came last is watched as it comes; a long list is read more seldom. */
const refetchEveryMs = (most: number): number => (most === atFirst ? 3000 : 30_000)

/** What a webhook was sent, the newest first, and how it answered. */
export const Deliveries = ({ webhookId, isOn, zone }: { webhookId: number; isOn: boolean; zone: string }) => {
  const [most, setMost] = useState(atFirst)
  const { data, error } = useDeferredRead(
    api.webhooks.deliveries,
    { webhookId, most },
    { everyMs: refetchEveryMs(most) },
  )
  if (data === undefined) return error === null ? <p>{messages.loading}</p> : <FormError error={error} />
  if (data.length === 0) return <p>{messages.noDeliveries}</p>
  return (
    <>
      <ul role="list" className={styles['list']}>
        {data.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} canReplay={isOn} zone={zone} />
        ))}
      </ul>
      {data.length < most || most === mostDeliveries ? null : (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              setMost(mostDeliveries)
            }}
          >
            {messages.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

const Delivery = ({
  delivery,
  canReplay,
  zone,
}: {
  delivery: WebhookDelivery
  canReplay: boolean
  zone: string
}) => {
  const { id, type, state, attempts, lastAt, nextAt, body, answer } = delivery
  const toasts = useToasts()
  const replay = useCall(api.webhooks.replay, {
    onSuccess: () => {
      toasts.show({ content: messages.replayed, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const at = (instant: string) => dateTime({ at: new Date(instant), zone })
  const event = messages.eventNames[type]
  const times = [
    messages.attempts({ count: attempts }),
    ...(lastAt === null ? [] : [messages.lastTry({ at: at(lastAt) })]),
    ...(nextAt === null || lastAt === null ? [] : [messages.nextTry({ at: at(nextAt) })]),
  ]
  return (
    <li>
      <div className={styles['top']}>
        <strong>{event}</strong>
        <Badge {...(state === 'delivered' ? { colour: 'success' as const } : {})}>
          {messages.deliveryStates[state]}
        </Badge>
        <span className={styles['quiet']}>{times.join(', ')}</span>
      </div>
      {lastAt === null ? null : <p>{messages.resultOf(delivery)}</p>}
      <details>
        <summary>{messages.sentBody}</summary>
        <pre>{body}</pre>
      </details>
      {answer === null || answer === '' ? null : (
        <details>
          <summary>{messages.answer}</summary>
          <pre>{answer}</pre>
        </details>
      )}
      {state === 'waiting' || !canReplay ? null : (
        <div>
          <Button
            variant="secondary"
            busy={replay.requesting}
            aria-label={messages.replayOf({ event, id })}
            onClick={() => {
              replay.send({ deliveryId: id })
            }}
          >
            {messages.replay}
          </Button>
        </div>
      )}
    </li>
  )
}
