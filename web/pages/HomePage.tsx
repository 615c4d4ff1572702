import type { Venue } from '#contract/venues.ts'
import * as messages from '#messages/bookings/home.ts'
import { tonightWord } from '#messages/bookings/search.ts'
import { ActivityGrid } from '#web/features/activities/ActivityGrid.tsx'
import { FoundTimes, TonightTimes } from './FoundTimes.tsx'
import { FoundVenues } from './FoundVenues.tsx'
import {
  isVenueSearch,
  radiusFrom,
  searchFrom,
  wordsFrom,
  type SearchArgs,
} from '#web/features/search/search.ts'
import { SearchForm } from '#web/features/search/SearchForm.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { forgetCentre } from '#web/platform/kiosk.ts'
import { HydratedApart } from '#web/platform/HydratedApart.tsx'
import { links } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, usePending, useScreen } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { Container, Section } from '#web/ui/Layout.tsx'
import { FavouritesOnHome } from './FavouritesOnHome.tsx'
import styles from './HomePage.module.css'
import { HabitualTimes } from './lazyParts.ts'

/**
 * Searches activities, venues and places. `?q=` are the words, `?near=` a place only, `?at=` the position of the
 * device, `?radius=` miles. Without a search it shows what is on tonight, and the venue chosen before.
 */
const load = async ({ read, context, query }: LoaderArgs) => {
  const remembered = selectedVenue(context.cookies)?.venueSlug
  const wanted = searchFrom(query, remembered)
  const args: SearchArgs = wanted ?? {
    q: tonightWord,
    ...(remembered !== undefined && { venue: remembered }),
  }
  const [failedStatus, categories, next, found] = await Promise.all([
    statusOfFailure(read(api.search.find, args)),
    // A venue that no longer exists has no activities, so an old cookie does no harm.
    remembered === undefined ? [] : read(api.activities.categories, { venue: remembered }),
    remembered === undefined ? [] : read(api.search.nextOfVenue, { venue: remembered }),
    remembered === undefined ? undefined : readVenue(read, remembered),
    read(api.operator.config),
    readOwn({ read, context }),
  ])
  if (context.centre !== undefined && remembered === context.centre && found === null) {
    forgetCentre(context.cookies)
    return redirect(links.home(), { flash: 'unknown-centre' })
  }
  const venue = found ?? undefined
  // A kiosk starts at its own venue.
  if (context.channel.sharedDevice !== undefined && venue !== undefined && venue.slug === context.centre)
    return redirect(links.venue(venue.slug))
  return { args, isSearch: wanted !== undefined, failedStatus, categories, next, venue }
}

/** What the customer books often, and their favourites. Without them the page is still of use. */
const readOwn = async ({ read, context }: Pick<LoaderArgs, 'read' | 'context'>): Promise<void> => {
  if ((await readCustomer(context)) !== null)
    await Promise.all([statusOfFailure(read(api.search.again)), statusOfFailure(read(api.favourites.times))])
}

/** The status with which a read failed; undefined when it succeeded. The rest of the page works without it. */
const statusOfFailure = async (reading: Promise<unknown>): Promise<number | undefined> => {
  try {
    await reading
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}

/** `null` is a venue that does not exist, `undefined` one that could not be read. */
const readVenue = async (read: LoaderArgs['read'], venue: string): Promise<Venue | null | undefined> => {
  try {
    return await read(api.venues.one, { venue })
  } catch (error) {
    if (error instanceof ApiError) return error.status === 404 ? null : undefined
    throw error
  }
}

type HomeProps = PageProps<typeof load>

const HomePage = (props: HomeProps) =>
  props.data.failedStatus === undefined ? <FoundHome {...props} /> : <FailedHome {...props} />

const FoundHome = ({ data, query }: HomeProps) => {
  const { args, isSearch, venue } = data
  const customer = useCustomer()
  const { data: result } = useRead(api.search.find, args)
  const { data: config } = useRead(api.operator.config)
  const isLoading = usePending() !== undefined
  const { q, near } = wordsFrom(query)
  const words = isSearch ? q || near : ''
  // Hydrated after the search form: their links work before.
  const times = (
    <HydratedApart>
      <FoundTimes result={result} query={words} />
    </HydratedApart>
  )
  const venues = (
    <HydratedApart>
      <FoundVenues
        result={result}
        query={words}
        radius={radiusFrom(query.get('radius'))}
        isSearch={isSearch}
        chosen={venue?.slug}
        tiles={config.map}
      />
    </HydratedApart>
  )
  return (
    <>
      <SearchBanner
        query={query}
        popular={isSearch ? [] : result.popular}
        area={/^\S+/.exec(result.venues[0]?.venue.postcode ?? '')?.[0]}
      />
      <Container>
        <div className={styles['parts']} aria-busy={isLoading}>
          {isSearch ? (
            isVenueSearch(result) ? (
              <>
                {venues}
                {times}
              </>
            ) : (
              <>
                {times}
                {venues}
              </>
            )
          ) : (
            <>
              {customer === null ? null : <HabitualTimes className={styles['habits']} />}
              <FavouritesOnHome className={styles['habits']} />
              <HydratedApart>
                <TonightTimes result={result} venue={venue?.name} />
              </HydratedApart>
              <RememberedActivities data={data} />
              {venues}
            </>
          )}
        </div>
      </Container>
    </>
  )
}

/** The search failed: the venue chosen before can still be reached. */
const FailedHome = ({ data, query }: HomeProps) => {
  const { path } = useScreen()
  return (
    <>
      <SearchBanner query={query} popular={[]} />
      <Container>
        <div className={styles['parts']}>
          <ErrorBlock
            status={data.failedStatus}
            messages={{ 500: messages.searchFailed }}
            defaultMessage={messages.searchFailed}
          >
            <Link to={path} stay>
              {messages.tryAgain}
            </Link>
          </ErrorBlock>
          <RememberedActivities data={data} />
        </div>
      </Container>
    </>
  )
}

const SearchBanner = ({
  query,
  popular,
  area,
}: {
  query: URLSearchParams
  popular: readonly string[]
  area?: string | undefined
}) => {
  const { q, near } = wordsFrom(query)
  return (
    <Banner full>
      <Container>
        <div className={styles['welcome']}>
          <h1 tabIndex={-1}>{messages.heading}</h1>
          <p className={styles['lead']}>{messages.lead}</p>
          <SearchForm
            words={q || near}
            radius={radiusFrom(query.get('radius'))}
            popular={popular}
            area={area}
          />
        </div>
      </Container>
    </Banner>
  )
}

const RememberedActivities = ({ data: { venue, categories, next } }: Pick<HomeProps, 'data'>) =>
  venue === undefined || categories.length === 0 ? null : (
    <Section
      title={messages.onAt({ venue: venue.name })}
      aside={<Link to={links.venue(venue.slug)}>{messages.goToVenue}</Link>}
    >
      <ActivityGrid venueSlug={venue.slug} categories={categories} next={next} level={3} />
    </Section>
  )

export const page = definePage({ load, title: () => messages.pageTitle, Component: HomePage })
