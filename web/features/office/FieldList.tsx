import { useState } from 'react'
import type { EditableField, Subject } from '#contract/office.ts'
import * as messages from '#messages/desk/settings.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Card } from '#web/ui/Layout.tsx'
import { EditField } from './EditField.tsx'
import type { FieldChange } from './EditField.tsx'
import { fieldOf } from './fieldKinds.ts'
import { FieldValueText } from './FieldValueText.tsx'
import styles from './Settings.module.css'

/** The fields of a venue, each with where its value comes from. */
export const VenueFields = ({ venue: slug }: { venue: string }) => {
  const { data, refetch } = useRead(api.office.venue, { venue: slug })
  const [edited, setEdited] = useState<string>()
  const after = useSaved('venue', { refetch, close: () => setEdited(undefined) })
  const save = useCall(api.office.changeVenue, after)
  const onSave = (change: FieldChange): void => {
    save.send({ venue: slug, ...change })
  }
  return (
    <FieldList
      subject="venue"
      fields={data.fields}
      zone={data.venue.timezone}
      {...{ edited, save, onSave, setEdited }}
    />
  )
}

/** The same of an activity. */
export const ActivityFields = ({ activityId }: { activityId: number }) => {
  const { data, refetch } = useRead(api.office.activity, { activityId })
  const [edited, setEdited] = useState<string>()
  const after = useSaved('activity', { refetch, close: () => setEdited(undefined) })
  const save = useCall(api.office.changeActivity, after)
  const onSave = (change: FieldChange): void => {
    save.send({ activityId, ...change })
  }
  return (
    <FieldList
      subject="activity"
      fields={data.fields}
      zone={data.venue.timezone}
      {...{ edited, save, onSave, setEdited }}
    />
  )
}

const useSaved = (subject: Subject, { refetch, close }: { refetch: () => void; close: () => void }) => {
  const toasts = useToasts()
  return {
    onSuccess: (_: unknown, { field }: { field: string }): void => {
      const { label } = fieldOf(subject, field)
      toasts.show({ content: messages.saved({ label }), colour: 'success', closeAfter: 5000 })
      close()
    },
    onFailure: ({ code }: { code: string }): void => {
      if (code === 'changed_meanwhile') refetch()
    },
  }
}

const FieldList = ({
  subject,
  fields,
  zone,
  edited,
  save,
  onSave,
  setEdited,
}: {
  subject: Subject
  fields: readonly EditableField[]
  zone: string
  edited: string | undefined
  save: Parameters<typeof EditField>[0]['call'] & { reset: () => void }
  onSave: (change: FieldChange) => void
  setEdited: (name: string | undefined) => void
}) => {
  const { data: config } = useRead(api.operator.config)
  const currencySymbol = config.currency.symbol
  const field = fields.find(({ name }) => name === edited)
  return (
    <Card>
      <dl className={styles['fields']}>
        {fields.map(({ name, value, inFiles, override }) => {
          const { label } = fieldOf(subject, name)
          return (
            <div key={name} className={styles['field']}>
              <dt>{label}</dt>
              <dd>
                <FieldValueText {...{ subject, name, value, currencySymbol }} />
                <span className={styles['origin']}>
                  {override === null
                    ? messages.fromFiles({ position: inFiles })
                    : messages.changedBy({
                        person: override.changedBy,
                        at: new Date(override.changedAt),
                        zone,
                      })}
                  {override?.hasFilesChanged === true ? (
                    <>
                      {' '}
                      <Badge colour="warning">{messages.filesChanged}</Badge>
                    </>
                  ) : null}
                </span>
                {override === null || override.reason === '' ? null : (
                  <span className={styles['origin']}>{messages.becauseOf({ reason: override.reason })}</span>
                )}
                {override === null ? null : (
                  <span className={styles['origin']}>
                    {messages.filesSay({ position: inFiles })}:{' '}
                    <FieldValueText {...{ subject, name, value: override.filesValue, currencySymbol }} />
                  </span>
                )}
              </dd>
              <dd className={styles['act']}>
                <Button
                  variant="secondary"
                  aria-label={messages.changeField({ label })}
                  onClick={() => {
                    save.reset()
                    setEdited(name)
                  }}
                >
                  {messages.change}
                </Button>
              </dd>
            </div>
          )
        })}
      </dl>
      {field === undefined ? null : (
        <EditField
          key={field.name}
          {...{ subject, field, currencySymbol, onSave }}
          call={save}
          onClose={() => {
            setEdited(undefined)
          }}
        />
      )}
    </Card>
  )
}
