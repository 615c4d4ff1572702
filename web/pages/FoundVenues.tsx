import type { ClientConfig } from '#contract/operator.ts'
import * as messages from '#messages/bookings/home.ts'
import { VenueFinder } from '#web/features/venues/VenueFinder.tsx'
import { links, withQuery } from '#web/platform/links.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, Section } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './FoundVenues.module.css'
import { radiusReaching, type SearchResult } from '#web/features/search/search.ts'

/** `query` are the words as typed. */
export type VenueSearch = { result: SearchResult; query: string; radius: number; isSearch: boolean }

/** The venues of a search with the map beside them. */
export const FoundVenues = ({
  chosen,
  tiles,
  ...search
}: VenueSearch & { chosen: string | undefined; tiles: ClientConfig['map'] }) => {
  const { result, radius, isSearch } = search
  const isNear = result.venueMatch === 'near' && result.centre !== null
  return (
    <Section
      title={chosen === undefined || isSearch ? messages.venuesHeading : messages.allVenues}
      aside={isSearch ? <ShowAll /> : undefined}
    >
      <div className={styles['about']}>
        {/* Without venues, what stands below says so too. */}
        <p
          role="status"
          className={
            (isSearch && result.venueMatch !== 'none') || isPart(result) ? styles['found'] : 'visually-hidden'
          }
        >
          {resultCount(search)}
        </p>
        <OtherMeanings {...search} />
      </div>
      {isSearch || result.venueCount > 0 ? (
        <VenueFinder
          rows={result.venues}
          around={isNear ? { ...centreOf(result), miles: radius } : undefined}
          chosen={chosen}
          tiles={tiles}
        >
          <NoVenues {...search} />
        </VenueFinder>
      ) : (
        <NoVenues {...search} />
      )}
    </Section>
  )
}

const isPart = ({ venues, venueCount }: SearchResult): boolean => venues.length < venueCount

const centreOf = ({ centre }: SearchResult): { lat: number; lng: number } => ({
  lat: centre?.lat ?? 0,
  lng: centre?.lng ?? 0,
})

/** The name of the place; "you" where the device said where it is. */
const placeName = ({ centre }: SearchResult): string =>
  centre === null || centre.source === 'device' ? messages.you : centre.name

const resultCount = ({ result, query, radius }: VenueSearch): string => {
  const { venueMatch, venueCount: count, venues } = result
  switch (venueMatch) {
    case 'near': {
      // Of those that are on no map no distance is known.
      const unknown = venues.filter(({ miles }) => miles === null).length
      const near = { count: count - unknown, radius, place: placeName(result) }
      return unknown === 0 ? messages.countNear(near) : messages.countNearAndUnknown({ ...near, unknown })
    }
    case 'name':
      return messages.countNamed({ count, query })
    case 'activity':
      return messages.countWith({ count, query: result.words })
    case 'none':
      return messages.noResultsFor({ query })
    case 'all':
      return isPart(result)
        ? messages.countFirst({ count: venues.length, total: count })
        : messages.countAll({ count })
  }
}

/** Links to what else the words may mean: a place instead of a name, or another place of that name. */
const OtherMeanings = ({ result, query }: VenueSearch) => {
  const { path } = useScreen()
  const near = (name: string): string => withQuery(path, { q: null, at: null, near: name })
  if (result.venueMatch === 'name')
    return (
      <p>
        <Link to={near(query)} stay>
          {messages.searchNear({ query })}
        </Link>
      </p>
    )
  if (result.otherPlaces.length === 0) return null
  return (
    <p>
      {`${messages.otherPlaces} `}
      {result.otherPlaces.map(({ name }, index) => (
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
const NoVenues = ({ result, query, radius, isSearch }: VenueSearch) => {
  const { path } = useScreen()
  const { nearestBeyond } = result
  if (!isSearch) return <Empty title={messages.noVenues} />
  if (result.venueMatch !== 'near')
    return (
      <Empty title={messages.noResultsFor({ query })}>
        <p>{messages.tryOther}</p>
        <ShowAll asButton />
      </Empty>
    )
  const widerRadius = nearestBeyond === null ? undefined : radiusReaching(nearestBeyond.miles ?? Infinity)
  return (
    <Empty title={messages.noneNear({ radius, place: placeName(result).split(',')[0] ?? '' })}>
      {nearestBeyond === null ? null : (
        <p>
          <RichText
            message={messages.nearest}
            venue={<Link to={links.venue(nearestBeyond.venue.slug)}>{nearestBeyond.venue.name}</Link>}
            distance={messages.distance({ miles: nearestBeyond.miles ?? 0 })}
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
