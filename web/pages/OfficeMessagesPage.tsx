import type { Audience } from '#contract/broadcasts.ts'
import { isDay, localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/broadcasts.ts'
import { SentMessages } from '#web/features/broadcasts/SentMessages.tsx'
import { WriteMessage, type Wanted } from '#web/features/broadcasts/WriteMessage.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import type { LoaderArgs, PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { selectedVenue } from '#web/platform/venue.ts'
import { venueChoice, VenueField } from '#web/platform/VenueField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './OfficeMessagesPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ query, read, context }: LoaderArgs) => {
  const selected = query.get('venue') ?? selectedVenue(context.cookies)?.venueSlug
  const [{ timezone }, { venues }] = await Promise.all([
    read(api.operator.config),
    read(api.venues.search, venueChoice(selected)),
  ])
  const venue = (venues.find(({ slug }) => slug === selected) ?? venues[0])?.slug ?? ''
  const today = localDay(new Date(context.startedAt), timezone)
  const dayOf = (name: string): string | null => {
    const typed = query.get(name) ?? ''
    return isDay(typed) ? typed : null
  }
  const from = dayOf('from') ?? today
  const activityId = Number(query.get('activity') ?? 0)
  const wanted: Wanted = {
    venue,
    from,
    until: dayOf('until') ?? from,
    ...(activityId > 0 ? { activityId } : {}),
  }
  await read(api.broadcasts.list, { venue })
  try {
    await read(api.broadcasts.audience, wanted)
    return { wanted, selected, problem: null }
  } catch (error) {
    // The form stays, so that other days can be chosen.
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    return { wanted, selected, problem: error.serverMessage ?? error.message }
  }
})

type Loaded = PageProps<typeof load>['data']

const OfficeMessagesPage = ({ data }: PageProps<typeof load>) => (
  <Container>
    <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
    <div className={styles['page']}>
      {data.problem === null ? (
        <Compose key={JSON.stringify(data.wanted)} {...data} />
      ) : (
        <Section title={messages.audience}>
          <Filters key={JSON.stringify(data.wanted)} {...data} activities={[]} />
          <Notice colour="warning">{data.problem}</Notice>
        </Section>
      )}
      <SentMessages venue={data.wanted.venue} />
    </div>
  </Container>
)

const Compose = ({ wanted, selected }: Pick<Loaded, 'wanted' | 'selected'>) => {
  const { data: audience } = useRead(api.broadcasts.audience, wanted)
  const { reach, names, activities } = audience
  const people = reach.emailed + reach.byPartner + reach.toRing
  return (
    <>
      <Section title={messages.audience}>
        <Filters {...{ wanted, selected, activities }} />
        {people === 0 ? (
          <Empty title={messages.noneBooked}>
            <p>{messages.noneBookedHelp}</p>
          </Empty>
        ) : (
          <div role="status">
            <p className={styles['reached']}>{messages.reached(reach)}</p>
            <p className={styles['names']}>
              {messages.names({
                names: names.map((name) => name || messages.withoutName),
                others: people - names.length,
              })}
            </p>
          </div>
        )}
      </Section>
      {people === 0 ? null : <WriteMessage wanted={wanted} audience={audience} />}
    </>
  )
}

/** The address holds what is chosen. */
const Filters = ({
  wanted: { venue, from, until, activityId },
  selected,
  activities,
}: Pick<Loaded, 'wanted' | 'selected'> & Pick<Audience, 'activities'>) => {
  const navigate = useNavigate()
  return (
    <form
      className={styles['tools']}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const text = (name: string): string => {
          const value = typed.get(name)
          return typeof value === 'string' ? value : ''
        }
        void navigate(
          deskLinks.messages({
            venue: text('venue'),
            from: text('from'),
            until: text('until'),
            activity: text('activity'),
          }),
          { stay: true },
        )
      }}
    >
      <VenueField label={messages.venue} name="venue" selected={selected} defaultValue={venue} />
      <TextField label={messages.from} name="from" type="date" defaultValue={from} />
      <TextField label={messages.until} name="until" type="date" defaultValue={until} />
      <SelectField label={messages.activity} name="activity" defaultValue={activityId ?? ''}>
        <option value="">{messages.allActivities}</option>
        {activities.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" size="lg" variant="secondary">
        {messages.show}
      </Button>
    </form>
  )
}

export const page = defineStaffPage(() => 'messages.many', {
  load,
  title: () => messages.title,
  Component: OfficeMessagesPage,
})
