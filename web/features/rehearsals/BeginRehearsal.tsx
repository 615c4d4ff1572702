import { useState } from 'react'
import type { Arrival, Release } from '#contract/rehearsals.ts'
import * as messages from '#messages/desk/rehearsals.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Card, Empty, Section } from '#web/ui/Layout.tsx'
import styles from './Rehearsals.module.css'

const usualPaying = 80

/** The form that begins a rehearsal of one of the next releases of a venue. */
export const BeginRehearsal = ({ venue }: { venue: string }) => {
  const { data } = useRead(api.rehearsals.releases, { venue })
  return (
    <Section title={messages.begin}>
      {data.releases.length === 0 ? (
        <Empty title={messages.noReleases}>
          <p>{messages.noReleasesHelp}</p>
        </Empty>
      ) : (
        <Card>
          <BeginForm venue={venue} {...data} />
        </Card>
      )}
    </Section>
  )
}

const BeginForm = ({
  venue,
  releases,
  visitors,
  mostVisitors,
}: {
  venue: string
  releases: readonly Release[]
  visitors: number
  mostVisitors: number
}) => {
  const [index, setIndex] = useState(0)
  const chosen = releases[index] ?? releases[0]
  const toasts = useToasts()
  const begin = useCall(api.rehearsals.begin, {
    onSuccess: () => {
      toasts.show({ content: messages.started, colour: 'success' })
    },
  })
  const form = useForm(begin, ({ text }) => {
    if (chosen === undefined) return
    const { day, audience, opensAt } = chosen
    begin.send({
      venue,
      day,
      audience,
      opensAt: opensAt.utc,
      visitors: Number(text('visitors')),
      arrival: text('arrival') as Arrival,
      paying: Number(text('paying')),
    })
  })
  const { error, validationMessages } = begin
  return (
    <form {...form} className={styles['form']}>
      <p>{messages.beginHelp}</p>
      <FormError error={error} />
      <SelectField
        label={messages.release}
        hint={chosen === undefined ? undefined : messages.releasedActivities(chosen)}
        name="release"
        value={index}
        onChange={({ currentTarget: { value } }) => {
          setIndex(Number(value))
        }}
      >
        {releases.map((release, position) => (
          <option key={`${release.day} ${release.audience} ${release.opensAt.utc}`} value={position}>
            {messages.releaseOption(release)}
          </option>
        ))}
      </SelectField>
      <div className={styles['fields']}>
        <TextField
          label={messages.visitors}
          hint={messages.visitorsHelp({ suggested: visitors, most: mostVisitors })}
          name="visitors"
          type="number"
          inputMode="numeric"
          min={1}
          max={mostVisitors}
          defaultValue={visitors}
          required
          errors={validationMessages['visitors']}
        />
        <TextField
          label={messages.paying}
          hint={messages.payingHelp}
          name="paying"
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          defaultValue={usualPaying}
          required
          errors={validationMessages['paying']}
        />
      </div>
      <SelectField label={messages.arrival} name="arrival" defaultValue="usual">
        {Object.entries(messages.arrivals).map(([arrival, words]) => (
          <option key={arrival} value={arrival}>
            {words}
          </option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" busy={begin.requesting}>
          {messages.start}
        </Button>
      </div>
    </form>
  )
}
