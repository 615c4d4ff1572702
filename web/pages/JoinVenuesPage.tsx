import { UnfinishedJoining } from '#web/features/memberships/UnfinishedJoining.tsx'
import { VenueList } from '#web/features/venues/VenueList.tsx'
import * as messages from '#messages/join/plans.ts'
import { finishJoining } from '#messages/shared/memberships.ts'
import * as venueMessages from '#messages/shared/venueField.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { selectedVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Container, Empty } from '#web/ui/Layout.tsx'
import styles from './JoinVenuesPage.module.css'

/** The venues that sell memberships online. */
const load = async ({ read, context, query }: LoaderArgs) => {
  const words = (query.get('q') ?? '').trim()
  const wanted = { joinable: true, ...(words === '' ? {} : { search: words }) }
  const [customer] = await Promise.all([
    readCustomer(context),
    read(api.venues.search, wanted),
    read(api.operator.config),
  ])
  if (customer !== null) await read(api.memberships.unfinished)
  return { wanted, words, chosen: selectedVenue(context.cookies)?.venueSlug }
}

const JoinVenuesPage = ({ data: { wanted, words, chosen } }: PageProps<typeof load>) => {
  const { data: found } = useRead(api.venues.search, wanted)
  const { data: config } = useRead(api.operator.config)
  // The operator's setting is above those of its venues.
  const venues = config.onlineJoiningEnabled ? found.venues : []
  const isSearch = words !== ''
  const hasSearch = isSearch || found.total > found.venues.length
  const customer = useCustomer()
  const { data: unfinished } = useDeferredRead(api.memberships.unfinished, {}, { when: customer !== null })
  return (
    <Container>
      <Banner>
        <h1 tabIndex={-1}>{messages.becomeMember}</h1>
        <p className={styles['lead']}>{messages.venuesLead}</p>
      </Banner>
      <div className={styles['venues']}>
        {customer === null || unfinished == null ? null : (
          <UnfinishedJoining joining={unfinished}>
            <Link to={joinLinks.pay(unfinished.id)}>{finishJoining}</Link>
          </UnfinishedJoining>
        )}
        {venues.length === 0 && !isSearch ? (
          <Empty title={messages.notSoldOnline}>
            <p>{messages.askAtReception}</p>
          </Empty>
        ) : (
          <>
            <h2 className={styles['choose']}>{messages.chooseVenue}</h2>
            {hasSearch ? <VenueSearch words={words} count={venues.length} total={found.total} /> : null}
            <VenueList
              rows={venues.map((venue) => ({ venue }))}
              chosen={chosen}
              linkTo={joinLinks.plans}
              hasMap={false}
            />
          </>
        )}
      </div>
    </Container>
  )
}

/** A plain form, so that a venue of a large chain is found without script too. */
const VenueSearch = ({ words, count, total }: { words: string; count: number; total: number }) => {
  const { embedded } = usePageContext()
  const navigate = useNavigate()
  const { path } = useScreen()
  return (
    <>
      <form
        className={styles['search']}
        role="search"
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          void navigate(withQuery(path, { q: typeof q === 'string' && q.trim() !== '' ? q : null }), {
            stay: true,
          })
        }}
      >
        {embedded ? <input type="hidden" name="embedded" value="true" /> : null}
        <TextField
          label={venueMessages.findVenue}
          hint={venueMessages.venueWords}
          type="search"
          name="q"
          maxLength={100}
          defaultValue={words}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" size="lg">
          {venueMessages.search}
        </Button>
      </form>
      <p role="status">{venueMessages.listedVenues({ count, total, isSearch: words !== '' })}</p>
    </>
  )
}

export const page = definePage({
  load,
  title: () => messages.buyMembership,
  breadcrumbs: () => [{ label: messages.buyMembership }],
  Component: JoinVenuesPage,
})
