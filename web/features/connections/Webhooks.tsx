import { useState } from 'react'
import { eventTypes } from '#contract/eventTypes.ts'
import type { EventType } from '#contract/eventTypes.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { dateTime } from '#messages/format.ts'
import * as messages from '#messages/desk/webhooks.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge, Card, Empty, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './ApiKeys.module.css'
import { Deliveries } from './Deliveries.tsx'

type Issued = { host: string; secret: string }

const hostOf = (address: string): string => new URL(address).host

/** The programs of the operator that are told what has happened, and the form that adds one. */
export const Webhooks = () => {
  const { data: webhooks } = useRead(api.webhooks.list)
  const [issued, setIssued] = useState<Issued | null>(null)
  return (
    <div className={styles['page']}>
      {issued === null ? null : (
        <Notice colour="success" role="status" title={messages.secretTitle(issued)}>
          <p>{messages.secretHelp}</p>
          <CopyField
            label={messages.secret}
            value={issued.secret}
            copyLabel={messages.copy}
            copied={messages.copied}
            selected={messages.selected}
          >
            <Button
              variant="secondary"
              onClick={() => {
                setIssued(null)
              }}
            >
              {messages.done}
            </Button>
          </CopyField>
        </Notice>
      )}
      <Section title={messages.title}>
        {webhooks.length === 0 ? (
          <Empty title={messages.none}>
            <p>{messages.noneHelp}</p>
          </Empty>
        ) : (
          <ul role="list" className={styles['keys']}>
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} onNewSecret={setIssued} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={messages.add}>
        <Card>
          {/* One that was added leaves an empty form. */}
          <AddWebhook key={webhooks.length} onAdded={setIssued} />
        </Card>
      </Section>
    </div>
  )
}

const WebhookCard = ({
  webhook,
  onNewSecret,
}: {
  webhook: Webhook
  onNewSecret: (issued: Issued) => void
}) => {
  const {
    id: webhookId,
    address,
    events,
    state,
    offBecause,
    failingSince,
    previousUntil,
    createdBy,
  } = webhook
  const {
    data: { timezone: zone },
  } = useRead(api.operator.config)
  const toasts = useToasts()
  const [asks, setAsks] = useState<'newSecret' | 'remove' | null>(null)
  const [showsDeliveries, setShowsDeliveries] = useState(false)
  const host = hostOf(address)
  const change = useCall(api.webhooks.change, {
    onSuccess: ({ secret }) => {
      setAsks(null)
      if (secret !== null) onNewSecret({ host, secret })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const remove = useCall(api.webhooks.remove, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const test = useCall(api.webhooks.test, {
    onSuccess: () => {
      toasts.show({ content: messages.testSent, colour: 'success' })
      setShowsDeliveries(true)
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const at = (instant: string) => dateTime({ at: new Date(instant), zone })
  const labelOf = (action: string) => messages.actionOf({ action, host })
  const isFine = state === 'on' && failingSince === null
  const deliveriesLabel = showsDeliveries ? messages.hideDeliveries : messages.showDeliveries
  const switchLabel = state === 'on' ? messages.switchOff : messages.switchOn
  return (
    <Card as="li" className={styles['card']}>
      <div className={styles['top']}>
        <h3>{address}</h3>
        <Badge {...(isFine ? { colour: 'success' as const } : {})}>{messages.stateOf(webhook)}</Badge>
      </div>
      <p>{events.map((event) => messages.eventNames[event]).join(' · ')}</p>
      {offBecause === null ? null : <p>{messages.offBecause[offBecause]}</p>}
      {state === 'off' || failingSince === null ? null : (
        <p>{messages.failing({ since: at(failingSince) })}</p>
      )}
      {previousUntil === null ? null : (
        <p className={styles['quiet']}>{messages.bothSecrets({ until: at(previousUntil) })}</p>
      )}
      <p className={styles['quiet']}>{messages.addedBy({ person: createdBy })}</p>
      <div className={styles['actions']}>
        {state === 'off' ? null : (
          <Button
            variant="secondary"
            busy={test.requesting}
            aria-label={labelOf(messages.test)}
            onClick={() => {
              test.send({ webhookId })
            }}
          >
            {messages.test}
          </Button>
        )}
        <Button
          variant="secondary"
          aria-expanded={showsDeliveries}
          aria-label={labelOf(deliveriesLabel)}
          onClick={() => {
            setShowsDeliveries(!showsDeliveries)
          }}
        >
          {deliveriesLabel}
        </Button>
        <Button
          variant="secondary"
          aria-label={labelOf(messages.newSecret)}
          onClick={() => {
            setAsks('newSecret')
          }}
        >
          {messages.newSecret}
        </Button>
        <Button
          variant="secondary"
          busy={change.requesting && asks === null}
          aria-label={labelOf(switchLabel)}
          onClick={() => {
            change.send({ webhookId, state: state === 'on' ? 'off' : 'on' })
          }}
        >
          {switchLabel}
        </Button>
        <Button
          variant="secondary"
          aria-label={labelOf(messages.remove)}
          onClick={() => {
            setAsks('remove')
          }}
        >
          {messages.remove}
        </Button>
      </div>
      {showsDeliveries ? <Deliveries webhookId={webhookId} isOn={state === 'on'} zone={zone} /> : null}
      {asks === 'newSecret' ? (
        <ConfirmDialog
          title={messages.newSecretQuestion({ host })}
          label={messages.newSecret}
          cancelLabel={messages.cancel}
          busy={change.requesting}
          onConfirm={() => {
            change.send({ webhookId, newSecret: true })
          }}
          onClose={() => {
            setAsks(null)
          }}
        >
          {messages.newSecretHelp}
        </ConfirmDialog>
      ) : null}
      {asks === 'remove' ? (
        <ConfirmDialog
          title={messages.removeQuestion({ host })}
          label={messages.remove}
          cancelLabel={messages.cancel}
          busy={remove.requesting}
          onConfirm={() => {
            remove.send({ webhookId })
          }}
          onClose={() => {
            setAsks(null)
          }}
        >
          {messages.removeHelp}
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}

const AddWebhook = ({ onAdded }: { onAdded: (issued: Issued) => void }) => {
  const [events, setEvents] = useState<readonly EventType[]>([])
  const add = useCall(api.webhooks.add, {
    onSuccess: ({ secret }, { address }) => {
      if (secret !== null) onAdded({ host: hostOf(address), secret })
    },
  })
  const form = useForm(add, ({ text }) => {
    add.send({ address: text('address').trim(), events: [...events] })
  })
  const { error, validationMessages } = add
  return (
    <form {...form} className={styles['form']}>
      <FormError error={error} />
      <TextField
        label={messages.address}
        hint={messages.addressHelp}
        name="address"
        type="url"
        maxLength={500}
        autoComplete="off"
        required
        errors={validationMessages['address']}
      />
      <fieldset className={styles['group']}>
        <legend>{messages.events}</legend>
        {validationMessages['events'] === undefined ? null : (
          <Notice colour="warning" role="alert">
            {validationMessages['events'].join(' ')}
          </Notice>
        )}
        <div className={styles['scopes']}>
          {eventTypes.map((event) => (
            <Choice
              key={event}
              type="checkbox"
              name="event"
              checked={events.includes(event)}
              onChange={({ currentTarget: { checked } }) => {
                setEvents((before) =>
                  checked ? [...before, event] : before.filter((other) => other !== event),
                )
              }}
            >
              {messages.eventNames[event]}
            </Choice>
          ))}
        </div>
      </fieldset>
      <div>
        <Button type="submit" busy={add.requesting}>
          {messages.add}
        </Button>
      </div>
    </form>
  )
}
