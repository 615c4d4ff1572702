import { audiencePeople, messageKinds, newsOfOnePerson } from '#contract/audiences.ts'
import type { Audience } from '#contract/broadcasts.ts'
import { isDay, localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/broadcasts.ts'
import { SavedLists, SaveList } from '#web/features/broadcasts/SavedLists.tsx'
import { SentMessages } from '#web/features/broadcasts/SentMessages.tsx'
import { WriteMessage, type Wanted } from '#web/features/broadcasts/WriteMessage.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { audienceFilters, deskLinks } from '#web/platform/deskLinks.ts'
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
  const chosen = (name: string): number | undefined => Number(query.get(name) ?? 0) || undefined
  const narrowing = {
    activityId: chosen('activity'),
    placeId: chosen('place'),
    sessionId: chosen('session'),
    planId: chosen('plan'),
    hirerId: chosen('hirer'),
  }
  const wanted: Wanted = {
    kind: query.get('kind') === 'news' ? 'news' : 'service',
    people: audiencePeople.find((people) => people === query.get('people')) ?? 'booked',
    venue,
    from,
    until: dayOf('until') ?? from,
    ...(Object.fromEntries(
      Object.entries(narrowing).filter(([, id]) => id !== undefined),
    ) as Partial<Wanted>),
  }
  await read(api.broadcasts.savedAudiences, { venue })
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
          <Filters key={JSON.stringify(data.wanted)} {...data} choices={noChoices} />
          <Notice colour="warning">{data.problem}</Notice>
        </Section>
      )}
      <SavedLists venue={data.wanted.venue} />
      <SentMessages venue={data.wanted.venue} />
    </div>
  </Container>
)

const noChoices = { activities: [], places: [], sessions: [], plans: [], hirers: [] }

const Compose = ({ wanted, selected }: Pick<Loaded, 'wanted' | 'selected'>) => {
  const { data: audience } = useRead(api.broadcasts.audience, wanted)
  const { reach, notAgreed, names, choices } = audience
  const people = reach.emailed + reach.byPartner + reach.toRing
  return (
    <>
      <Section title={messages.audience}>
        <Filters {...{ wanted, selected, choices }} />
        {people === 0 ? (
          <Empty
            title={
              notAgreed === 0 ? messages.noneFound[wanted.people] : messages.noneAgreed({ count: notAgreed })
            }
          >
            <p>{messages.noneFoundHelp}</p>
          </Empty>
        ) : (
          <div role="status">
            <p className={styles['reached']}>{messages.reached({ ...reach, notAgreed })}</p>
            {wanted.kind === 'news' && people > newsOfOnePerson ? (
              <p className={styles['reached']}>{messages.secondPersonNeeded({ most: newsOfOnePerson })}</p>
            ) : null}
            <p className={styles['names']}>
              {messages.names({
                names: names.map((name) => name || messages.withoutName),
                others: people - names.length,
              })}
            </p>
          </div>
        )}
        {wanted.sessionId === undefined ? <SaveList wanted={wanted} /> : null}
      </Section>
      {people === 0 ? null : <WriteMessage wanted={wanted} audience={audience} />}
    </>
  )
}

/** The address holds what is chosen. */
const Filters = ({
  wanted: { kind, people, venue, from, until, ...narrowing },
  selected,
  choices: { activities, places, sessions, plans, hirers },
}: Pick<Loaded, 'wanted' | 'selected'> & Pick<Audience, 'choices'>) => {
  const navigate = useNavigate()
  return (
    <form
      className={styles['tools']}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const valueOf = (name: string): string => {
          const value = typed.get(name)
          return typeof value === 'string' ? value : ''
        }
        // What narrows one audience is not there to choose in another.
        const isAnother = Object.entries({ venue, people, from, until }).some(
          ([name, value]) => valueOf(name) !== value,
        )
        const names = isAnother ? audienceFilters.slice(0, 5) : audienceFilters
        const values = names.map((name) => [name, valueOf(name)])
        void navigate(deskLinks.messages(Object.fromEntries(values) as Record<string, string>), {
          stay: true,
        })
      }}
    >
      <VenueField label={messages.venue} name="venue" selected={selected} defaultValue={venue} />
      <SelectField label={messages.kind} name="kind" defaultValue={kind}>
        {messageKinds.map((one) => (
          <option key={one} value={one}>
            {messages.kindNames[one]}
          </option>
        ))}
      </SelectField>
      <SelectField label={messages.people} name="people" defaultValue={people}>
        {audiencePeople.map((one) => (
          <option key={one} value={one}>
            {messages.peopleNames[one]}
          </option>
        ))}
      </SelectField>
      <TextField label={messages.from} name="from" type="date" defaultValue={from} />
      <TextField label={messages.until} name="until" type="date" defaultValue={until} />
      <ChoiceField
        label={messages.activity}
        name="activity"
        any={messages.allActivities}
        choices={activities}
        chosen={narrowing.activityId}
      />
      <ChoiceField
        label={messages.place}
        name="place"
        any={messages.allPlaces}
        choices={places}
        chosen={narrowing.placeId}
      />
      <ChoiceField
        label={messages.session}
        name="session"
        any={messages.allSessions}
        choices={sessions.map(({ id, name, startsAt }) => ({
          id,
          name: messages.sessionAt({ name, time: startsAt.format24Hour }),
        }))}
        chosen={narrowing.sessionId}
      />
      <ChoiceField
        label={messages.plan}
        name="plan"
        any={messages.allPlans}
        choices={plans}
        chosen={narrowing.planId}
      />
      <ChoiceField
        label={messages.hirer}
        name="hirer"
        any={messages.allHirers}
        choices={hirers}
        chosen={narrowing.hirerId}
      />
      <Button type="submit" size="lg" variant="secondary">
        {messages.show}
      </Button>
    </form>
  )
}

/** What narrows the audience; nothing where there is nothing to choose. */
const ChoiceField = ({
  label,
  name,
  any,
  choices,
  chosen,
}: {
  label: string
  name: string
  any: string
  choices: readonly { id: number; name: string }[]
  chosen: number | undefined
}) =>
  choices.length === 0 ? null : (
    <SelectField label={label} name={name} defaultValue={chosen ?? ''}>
      <option value="">{any}</option>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.name}
        </option>
      ))}
    </SelectField>
  )

export const page = defineStaffPage(() => 'messages.many', {
  load,
  title: () => messages.title,
  Component: OfficeMessagesPage,
})
