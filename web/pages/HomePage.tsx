import type { Place } from '#contract/geocoding.ts'
import * as venueMessages from '#messages/bookings/venues.ts'
import { ActivityGrid } from '#web/features/activities/ActivityGrid.tsx'
import {
  pointFrom,
  radiusFrom,
  radiusReaching,
  venuesNamed,
  venuesNear,
  type Row,
} from '#web/features/venues/search.ts'
import { VenueFinder } from '#web/features/venues/VenueFinder.tsx'
import { VenueSearch } from '#web/features/venues/VenueSearch.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { links, withQuery } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { selectedVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, Section } from '#web/ui/Layout.tsx'
import styles from './HomePage.module.css'

/**
 * The venues, and for somebody who has chosen one before, what is on there. `?q=` looks for a name, and where no venue
 * has it for a place; `?near=` for a place alone; `?at=` is where the device is. `?radius=` in miles.
 */
const load = async ({ read, visit, query }: Load) => {
  const remembered = selectedVenue(visit.cookies)?.venueSlug
  const [venues, categories] = await Promise.all([
    read(api.venues.all),
    // Unknown venues have no activities, so a cookie from long ago does no harm.
    remembered === undefined ? [] : read(api.activities.categories, { venue: remembered }),
  ])
  const venue = venues.find(({ slug }) => slug === remembered)
  const name = (query.get('q') ?? '').trim().slice(0, 100)
  const place = (query.get('near') ?? '').trim().slice(0, 100)
  const point = pointFrom(query.get('at'))
  const radius = radiusFrom(query.get('radius'))
  const wanted = place === '' ? name : place
  const search = async (): Promise<Search> => {
    if (point !== undefined) return { kind: 'near', name: 'you', others: [], ...point }
    if (wanted === '') return { kind: 'all' }
    if (place === '' && venuesNamed(venues, name).length > 0) return { kind: 'named' }
    const [found, ...others] = await placesCalled(read, wanted)
    return found === undefined ? { kind: 'nowhere' } : { kind: 'near', others, ...found }
  }
  return { venue, categories, wanted, radius, search: await search() }
}

/** What is looked for, once it is known what it is. */
type Search =
  | { kind: 'all' | 'named' | 'nowhere' }
  /** Places that bear the same name stand in `others`. */
  | ({ kind: 'near'; others: readonly Place[] } & Place)

/** A search that cannot be answered finds nothing: names can be looked for all the same. */
const placesCalled = async (read: Load['read'], search: string): Promise<Place[]> => {
  try {
    return await read(api.geocoding.search, { search })
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

const HomePage = ({ data: { venue, categories, wanted, radius, search } }: PageProps<typeof load>) => {
  const { data: venues } = useRead(api.venues.all)
  const { data: config } = useRead(api.operator.config)
  const { rows, nearestBeyond } = found(venues, { wanted, radius, search })
  const isSearch = search.kind !== 'all'
  return (
    <>
      <Banner full>
        <Container>
          <div className={styles['welcome']}>
            <h1 tabIndex={-1}>Where would you like to play?</h1>
            <p className={styles['lead']}>
              Choose a venue, find your activity, and hold your place in a moment.
            </p>
            <VenueSearch
              wanted={wanted}
              radius={radius}
              isNamed={(words) => venuesNamed(venues, words).length > 0}
            />
          </div>
        </Container>
      </Banner>
      <Container>
        <div className={styles['parts']}>
          {venue === undefined || isSearch || categories.length === 0 ? null : (
            <Section
              title={`What's on at ${venue.name}`}
              aside={<Link to={links.venue(venue.slug)}>Go to the venue</Link>}
            >
              <ActivityGrid venueSlug={venue.slug} categories={categories} level={3} />
            </Section>
          )}
          <Section
            title={venue === undefined || isSearch ? 'Venues' : 'All venues'}
            aside={isSearch ? <ShowAll /> : undefined}
          >
            <div className={styles['about']}>
              <p role="status" className={isSearch ? styles['found'] : 'visually-hidden'}>
                {foundText(rows.length, { wanted, radius, search })}
              </p>
              <Otherwise search={search} wanted={wanted} />
            </div>
            <VenueFinder
              rows={rows}
              around={search.kind === 'near' ? { ...search, miles: radius } : undefined}
              chosen={venue?.slug}
              tiles={config.map}
            >
              <Nothing {...{ venues, wanted, radius, search, nearestBeyond }} />
            </VenueFinder>
          </Section>
        </div>
      </Container>
    </>
  )
}

type Asked = { wanted: string; radius: number; search: Search }

const found = (
  venues: Parameters<typeof venuesNamed>[0],
  { wanted, radius, search }: Asked,
): { rows: readonly Row[]; nearestBeyond?: Required<Row> | undefined } => {
  if (search.kind === 'nowhere') return { rows: [] }
  if (search.kind !== 'near')
    return { rows: venuesNamed(venues, search.kind === 'named' ? wanted : '').map((venue) => ({ venue })) }
  const { within, nearestBeyond } = venuesNear(venues, search, radius)
  return { rows: within, nearestBeyond }
}

const foundText = (count: number, { wanted, radius, search }: Asked): string => {
  const venues = count === 1 ? '1 venue' : `${count} venues`
  if (search.kind === 'near')
    return `${venues} within ${milesOf(radius)} of ${search.name}${count > 1 ? ', nearest first' : ''}`
  if (search.kind === 'named') return `${venues} with “${wanted}” in the name`
  return search.kind === 'nowhere' ? `Nothing found for “${wanted}”` : venues
}

const milesOf = (radius: number): string => (radius === 1 ? '1 mile' : `${radius} miles`)

/** What else the words may have meant: a place rather than a name, or another place of that name. */
const Otherwise = ({ search, wanted }: { search: Search; wanted: string }) => {
  const { path } = useScreen()
  const near = (name: string): string => withQuery(path, { q: null, at: null, near: name })
  if (search.kind === 'named')
    return (
      <p>
        <Link to={near(wanted)} stay>
          Look for venues near “{wanted}” instead
        </Link>
      </p>
    )
  if (search.kind !== 'near' || search.others.length === 0) return null
  return (
    <p>
      Another place?{' '}
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

/** No row, and what to do about it. */
const Nothing = ({
  venues,
  wanted,
  radius,
  search,
  nearestBeyond,
}: Asked & { venues: readonly unknown[]; nearestBeyond: Required<Row> | undefined }) => {
  const { path } = useScreen()
  if (venues.length === 0) return <Empty title="There are no venues yet." />
  if (search.kind !== 'near')
    return (
      <Empty title={`No venue is called “${wanted}”, and we cannot find a place of that name.`}>
        <p>Try part of the venue's name, a town, or the first half of a postcode, such as OL1.</p>
        <ShowAll asButton />
      </Empty>
    )
  const wider = nearestBeyond === undefined ? undefined : radiusReaching(nearestBeyond.miles)
  return (
    <Empty title={`No venues within ${milesOf(radius)} of ${search.name.split(',')[0] ?? ''}.`}>
      {nearestBeyond === undefined ? null : (
        <p>
          Nearest is {venueMessages.miles({ count: nearestBeyond.miles })}:{' '}
          <Link to={links.venue(nearestBeyond.venue.slug)}>{nearestBeyond.venue.name}</Link>
        </p>
      )}
      {wider === undefined ? (
        <ShowAll asButton />
      ) : (
        <Link
          className={buttonClass({ variant: 'secondary' })}
          to={withQuery(path, { radius: String(wider) })}
          stay
        >
          Show {milesOf(wider)}
        </Link>
      )}
    </Empty>
  )
}

const ShowAll = ({ asButton = false }: { asButton?: boolean }) => (
  <Link className={asButton ? buttonClass({ variant: 'secondary' }) : undefined} to={links.home()} stay>
    Show all venues
  </Link>
)

export const page = definePage({ load, title: () => 'Choose a venue', Component: HomePage })
