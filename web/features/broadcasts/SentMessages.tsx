import type { Broadcast } from '#contract/broadcasts.ts'
import * as messages from '#messages/desk/broadcasts.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Layout.tsx'
import styles from './broadcasts.module.css'

/** While one is on its way. */
const refetchEveryMs = 3_000

const isOnItsWay = ({ state }: Broadcast): boolean => state === 'queued' || state === 'sending'

const canBeStopped = (broadcast: Broadcast): boolean =>
  isOnItsWay(broadcast) || broadcast.state === 'awaiting_approval'

/** What was written to many of a venue, and how far each message is. */
export const SentMessages = ({ venue }: { venue: string }) => {
  const {
    data: { broadcasts },
  } = useRead(api.broadcasts.list, { venue })
  useDeferredRead(
    api.broadcasts.list,
    { venue },
    { when: broadcasts.some(isOnItsWay), everyMs: refetchEveryMs },
  )
  return (
    <Section title={messages.sent}>
      {broadcasts.length === 0 ? (
        <p>{messages.noneSent}</p>
      ) : (
        <ul role="list" className={styles['list']}>
          {broadcasts.map((broadcast) => (
            <SentMessage key={broadcast.id} broadcast={broadcast} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const SentMessage = ({ broadcast }: { broadcast: Broadcast }) => {
  const { id, kind, subject, text, state, sentBy, isOwn } = broadcast
  const toasts = useToasts()
  const stop = useCall(api.broadcasts.stop, {
    onSuccess: () => {
      toasts.show({ content: messages.stopped, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const approve = useCall(api.broadcasts.approve, {
    onSuccess: () => {
      toasts.show({ content: messages.queued, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <li>
      <div>
        <p>
          <strong>{subject}</strong>
        </p>
        <p className={styles['quiet']}>
          {[messages.kindNames[kind], messages.about(broadcast), messages.sentBy({ name: sentBy })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {state === 'awaiting_approval' ? <p className={styles['text']}>{text}</p> : null}
        <p role="status">
          {[messages.states[state](broadcast), messages.others(broadcast)].filter(Boolean).join(', ')}
        </p>
      </div>
      <div className={styles['buttons']}>
        {state === 'awaiting_approval' && !isOwn ? (
          <Button
            aria-label={messages.approveOf({ subject })}
            busy={approve.requesting}
            onClick={() => {
              approve.send({ broadcastId: id })
            }}
          >
            {messages.approve}
          </Button>
        ) : null}
        {canBeStopped(broadcast) ? (
          <Button
            variant="secondary"
            aria-label={messages.stopOf({ subject })}
            busy={stop.requesting}
            onClick={() => {
              stop.send({ broadcastId: id })
            }}
          >
            {messages.stop}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
