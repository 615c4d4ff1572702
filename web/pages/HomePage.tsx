import type { Place } from '#contract/geocoding.ts'
import * as messages from '#messages/bookings/home.ts'
import { ActivityGrid } from '#web/features/activities/ActivityGrid.tsx'
import {
  pointFrom,
  radiusFrom,
  radiusReaching,
  venuesNamed,
  venuesNear,
  type VenueRow,
} from '#web/features/venues/search.ts'
import { VenueFinder } from '#web/features/venues/VenueFinder.tsx'
import { VenueSearch } from '#web/features/venues/VenueSearch.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { links, withQuery } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { selectedVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, Section } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './HomePage.module.css'

/**
 * The venues, and the activities of the venue chosen before. `?q=` searches names, and then places when no venue has
 * that name; `?near=` searches places only; `?at=` is the position of the device. `?radius=` is in miles.
 */
const load = async ({ read, context, query }: LoaderArgs) => {
  const remembered = selectedVenue(context.cookies)?.venueSlug
  const [venues, categories] = await Promise.all([
    read(api.venues.all),
    // A venue that no longer exists has no activities, so an old cookie does no harm.
    remembered === undefined ? [] : read(api.activities.categories, { venue: remembered }),
  ])
  const venue = venues.find(({ slug }) => slug === remembered)
  const name = (query.get('q') ?? '').trim().slice(0, 100)
  const placeName = (query.get('near') ?? '').trim().slice(0, 100)
  const point = pointFrom(query.get('at'))
  const radius = radiusFrom(query.get('radius'))
  const words = placeName === '' ? name : placeName
  const search = async (): Promise<Search> => {
    if (point !== undefined) return { kind: 'near', name: messages.you, others: [], ...point }
    if (words === '') return { kind: 'all' }
    if (placeName === '' && venuesNamed(venues, name).length > 0) return { kind: 'named' }
    const [place, ...others] = await findPlaces(read, words)
    return place === undefined ? { kind: 'nowhere' } : { kind: 'near', others, ...place }
  }
  return { venue, categories, words, radius, search: await search() }
}

/** The search that the URL names, after the words were found to be a venue's name or a place. */
type Search =
  | { kind: 'all' | 'named' | 'nowhere' }
  /** `others` are further places of the same name. */
  | ({ kind: 'near'; others: readonly Place[] } & Place)

/** The places of a name; none when the geocoder fails, so that venue names can still be searched. */
const findPlaces = async (read: LoaderArgs['read'], search: string): Promise<Place[]> => {
  try {
    return await read(api.geocoding.search, { search })
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

const HomePage = ({ data: { venue, categories, words, radius, search } }: PageProps<typeof load>) => {
  const { data: venues } = useRead(api.venues.all)
  const { data: config } = useRead(api.operator.config)
  const { rows, nearestBeyond } = findVenues(venues, { words, radius, search })
  const isSearch = search.kind !== 'all'
  return (
    <>
      <Banner full>
        <Container>
          <div className={styles['welcome']}>
            <h1 tabIndex={-1}>{messages.heading}</h1>
            <p className={styles['lead']}>{messages.lead}</p>
            <VenueSearch
              words={words}
              radius={radius}
              isVenueName={(name) => venuesNamed(venues, name).length > 0}
            />
          </div>
        </Container>
      </Banner>
      <Container>
        <div className={styles['parts']}>
          {venue === undefined || isSearch || categories.length === 0 ? null : (
            <Section
              title={messages.onAt({ venue: venue.name })}
              aside={<Link to={links.venue(venue.slug)}>{messages.goToVenue}</Link>}
            >
              <ActivityGrid venueSlug={venue.slug} categories={categories} level={3} />
            </Section>
          )}
          <Section
            title={venue === undefined || isSearch ? messages.venuesHeading : messages.allVenues}
            aside={isSearch ? <ShowAll /> : undefined}
          >
            <div className={styles['about']}>
              <p role="status" className={isSearch ? styles['found'] : 'visually-hidden'}>
                {resultCount(rows.length, { words, radius, search })}
              </p>
              <OtherMeanings search={search} words={words} />
            </div>
            <VenueFinder
              rows={rows}
              around={search.kind === 'near' ? { ...search, miles: radius } : undefined}
              chosen={venue?.slug}
              tiles={config.map}
            >
              <NoResults {...{ venues, words, radius, search, nearestBeyond }} />
            </VenueFinder>
          </Section>
        </div>
      </Container>
    </>
  )
}

type SearchState = { words: string; radius: number; search: Search }

const findVenues = (
  venues: Parameters<typeof venuesNamed>[0],
  { words, radius, search }: SearchState,
): { rows: readonly VenueRow[]; nearestBeyond?: Required<VenueRow> | undefined } => {
  if (search.kind === 'nowhere') return { rows: [] }
  if (search.kind !== 'near')
    return { rows: venuesNamed(venues, search.kind === 'named' ? words : '').map((venue) => ({ venue })) }
  const { within, nearestBeyond } = venuesNear(venues, search, radius)
  return { rows: within, nearestBeyond }
}

const resultCount = (count: number, { words, radius, search }: SearchState): string => {
  switch (search.kind) {
    case 'near':
      return messages.countNear({ count, radius, place: search.name })
    case 'named':
      return messages.countNamed({ count, query: words })
    case 'nowhere':
      return messages.noResultsFor({ query: words })
    case 'all':
      return messages.countAll({ count })
  }
}

/** Links to what else the words may mean: a place instead of a name, or another place of that name. */
const OtherMeanings = ({ search, words }: { search: Search; words: string }) => {
  const { path } = useScreen()
  const near = (name: string): string => withQuery(path, { q: null, at: null, near: name })
  if (search.kind === 'named')
    return (
      <p>
        <Link to={near(words)} stay>
          {messages.searchNear({ query: words })}
        </Link>
      </p>
    )
  if (search.kind !== 'near' || search.others.length === 0) return null
  return (
    <p>
      {`${messages.otherPlaces} `}
      {search.others.map(({ name }, index) => (
        <span key={name}>
          {index === 0 ? '' : ' · '}
          <Link to={near(name)} stay>
            {name}
          </Link>
        </span>
      ))}
    </p>
  )
}

/** No venue found, and what to do about it. */
const NoResults = ({
  venues,
  words,
  radius,
  search,
  nearestBeyond,
}: SearchState & { venues: readonly unknown[]; nearestBeyond: Required<VenueRow> | undefined }) => {
  const { path } = useScreen()
  if (venues.length === 0) return <Empty title={messages.noVenues} />
  if (search.kind !== 'near')
    return (
      <Empty title={messages.noResultsFor({ query: words })}>
        <p>{messages.tryOther}</p>
        <ShowAll asButton />
      </Empty>
    )
  const widerRadius = nearestBeyond === undefined ? undefined : radiusReaching(nearestBeyond.miles)
  return (
    <Empty title={messages.noneNear({ radius, place: search.name.split(',')[0] ?? '' })}>
      {nearestBeyond === undefined ? null : (
        <p>
          <RichText
            message={messages.nearest}
            venue={<Link to={links.venue(nearestBeyond.venue.slug)}>{nearestBeyond.venue.name}</Link>}
            distance={messages.distance({ miles: nearestBeyond.miles })}
          />
        </p>
      )}
      {widerRadius === undefined ? (
        <ShowAll asButton />
      ) : (
        <Link
          className={buttonClass({ variant: 'secondary' })}
          to={withQuery(path, { radius: String(widerRadius) })}
          stay
        >
          {messages.showWithin({ radius: widerRadius })}
        </Link>
      )}
    </Empty>
  )
}

const ShowAll = ({ asButton = false }: { asButton?: boolean }) => (
  <Link className={asButton ? buttonClass({ variant: 'secondary' }) : undefined} to={links.home()} stay>
    {messages.showAll}
  </Link>
)

export const page = definePage({ load, title: () => messages.pageTitle, Component: HomePage })
