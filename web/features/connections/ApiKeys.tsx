import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { permissions, type ApiScope, type Permission } from '#contract/permissions.ts'
import { localDay } from '#contract/time.ts'
import { dateTime } from '#messages/format.ts'
import * as messages from '#messages/desk/apiKeys.ts'
import { longDate } from '#messages/shared/dates.ts'
import { api } from '#web/platform/api.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge, Card, Empty, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './ApiKeys.module.css'

/** The keys by which programs of the operator call us, and the form that makes one. */
export const ApiKeys = () => {
  const { data: keys } = useRead(api.apiKeys.list)
  const [issued, setIssued] = useState<{ name: string; key: string } | null>(null)
  return (
    <div className={styles['page']}>
      {issued === null ? null : (
        <Notice colour="success" role="status" title={messages.issuedTitle({ name: issued.name })}>
          <p>{messages.onlyOnce}</p>
          <CopyField
            label={messages.key}
            value={issued.key}
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
        {keys.length === 0 ? (
          <Empty title={messages.none}>
            <p>{messages.noneHelp}</p>
          </Empty>
        ) : (
          <ul role="list" className={styles['keys']}>
            {keys.map((key) => (
              <KeyCard key={key.id} apiKey={key} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={messages.make}>
        <Card>
          {/* A key that was made leaves an empty form. */}
          <MakeKey key={issued?.key} onMade={setIssued} />
        </Card>
      </Section>
    </div>
  )
}

const stateColour = { works: 'success', expired: 'neutral', revoked: 'neutral' } as const

const KeyCard = ({ apiKey }: { apiKey: ApiKey }) => {
  const { id, name, scopes, venues, networks, expiresOn, createdBy, lastUsedAt, uses, state } = apiKey
  const { data: config } = useRead(api.operator.config)
  const toasts = useToasts()
  const [isRevoking, setRevoking] = useState(false)
  const revoke = useCall(api.apiKeys.revoke, {
    onSuccess: () => {
      toasts.show({ content: messages.wasRevoked({ name }), colour: 'success' })
      setRevoking(false)
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const used =
    lastUsedAt === null
      ? messages.neverUsed
      : messages.used({ at: dateTime({ at: new Date(lastUsedAt), zone: config.timezone }), count: uses })
  return (
    <Card as="li" className={styles['card']}>
      <div className={styles['top']}>
        <h3>{name}</h3>
        <Badge {...(stateColour[state] === 'success' ? { colour: 'success' as const } : {})}>
          {messages.states[state]}
        </Badge>
      </div>
      <p>{scopes.map(scopeText).join(' · ')}</p>
      <p className={styles['quiet']}>
        {venues.length === 0 ? messages.everyVenue : venues.join(', ')}
        {networks.length === 0 ? null : ` · ${messages.from({ networks: networks.join(', ') })}`}
      </p>
      <p className={styles['quiet']}>{messages.madeBy({ person: createdBy, until: longDate(expiresOn) })}</p>
      <p className={styles['quiet']}>{used}</p>
      {state !== 'works' ? null : (
        <Button
          variant="secondary"
          aria-label={messages.revokeOf({ name })}
          onClick={() => {
            setRevoking(true)
          }}
        >
          {messages.revoke}
        </Button>
      )}
      {isRevoking ? (
        <ConfirmDialog
          title={messages.revokeQuestion({ name })}
          label={messages.revoke}
          cancelLabel={messages.cancel}
          busy={revoke.requesting}
          onConfirm={() => {
            revoke.send({ apiKeyId: id })
          }}
          onClose={() => {
            setRevoking(false)
          }}
        >
          {messages.revokeHelp}
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}

const scopeText = (scope: ApiScope): string => {
  const permission = scope.slice(scope.indexOf(':') + 1) as Permission
  const what = messages.permissions[permission]
  return scope.startsWith('write:') ? messages.changes({ what }) : messages.reads({ what })
}

const MakeKey = ({ onMade }: { onMade: (issued: { name: string; key: string }) => void }) => {
  const may = useMay()
  const now = useServerNow(60_000)
  const { data: config } = useRead(api.operator.config)
  const { data: options } = useRead(api.staff.options)
  const [venues, setVenues] = useState<readonly string[]>([])
  const add = useCall(api.apiKeys.add, {
    onSuccess: ({ key, keys }) => {
      onMade({ name: keys[0]?.name ?? '', key })
    },
  })
  const form = useForm(add, ({ text }) => {
    const scopes = permissions.flatMap((permission): ApiScope[] => {
      const chosen = text(permission)
      return chosen === 'read' || chosen === 'write' ? [`${chosen}:${permission}`] : []
    })
    const networks = text('networks')
      .split(/[\s,]+/)
      .filter((network) => network !== '')
    add.send({ name: text('name'), scopes, venues: [...venues], networks, expiresOn: text('expiresOn') })
  })
  const { error, validationMessages } = add
  const inAYear = new Date(now + 365 * 86_400_000)
  return (
    <form {...form} className={styles['form']}>
      <FormError error={error} />
      <TextField
        label={messages.name}
        hint={messages.nameHelp}
        name="name"
        maxLength={100}
        autoComplete="off"
        required
        errors={validationMessages['name']}
      />
      <fieldset className={styles['group']}>
        <legend>{messages.mayDo}</legend>
        {validationMessages['scopes'] === undefined ? null : (
          <Notice colour="warning" role="alert">
            {validationMessages['scopes'].join(' ')}
          </Notice>
        )}
        <div className={styles['scopes']}>
          {permissions.filter(may).map((permission) => (
            <SelectField
              key={permission}
              label={messages.permissions[permission]}
              name={permission}
              defaultValue=""
            >
              <option value="">{messages.nothing}</option>
              <option value="read">{messages.read}</option>
              <option value="write">{messages.write}</option>
            </SelectField>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{messages.venues}</legend>
        <p>{messages.venuesHelp}</p>
        <div className={styles['venues']}>
          {options.venues.map(({ slug, name }) => (
            <Choice
              key={slug}
              type="checkbox"
              name="venue"
              checked={venues.includes(slug)}
              onChange={({ currentTarget: { checked } }) => {
                setVenues((before) => (checked ? [...before, slug] : before.filter((one) => one !== slug)))
              }}
            >
              {name}
            </Choice>
          ))}
        </div>
      </fieldset>
      <TextField
        label={messages.networks}
        hint={messages.networksHelp}
        name="networks"
        autoComplete="off"
        optional
        errors={Object.entries(validationMessages).find(([field]) => field.startsWith('networks'))?.[1]}
      />
      <TextField
        label={messages.expiresOn}
        hint={messages.expiresHelp}
        name="expiresOn"
        type="date"
        defaultValue={localDay(inAYear, config.timezone)}
        required
        errors={validationMessages['expires_on']}
      />
      <div>
        <Button type="submit" busy={add.requesting}>
          {messages.make}
        </Button>
      </div>
    </form>
  )
}
