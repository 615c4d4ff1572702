import * as messages from '#messages/bookings/venuePage.ts'
import { bookActivity } from '#messages/shared/layout.ts'
import { ActivityGrid } from '#web/features/activities/ActivityGrid.tsx'
import { timeLink } from '#web/features/search/search.ts'
import { AboutVenue, OpenToday } from '#web/features/venues/AboutVenue.tsx'
import { groundOf } from '#web/features/venues/groundOf.ts'
import { addressLabel } from '#web/features/venues/VenueList.tsx'
import { api } from '#web/platform/api.ts'
import { lateComponent } from '#web/platform/lateComponent.tsx'
import { links } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { rememberVenue } from '#web/platform/venue.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Container, Empty } from '#web/ui/Layout.tsx'
import { KioskStart } from './lazyParts.ts'
import styles from './VenuePage.module.css'

// The timetable has its own, so that neither page waits for a script that they share.
const FavouriteToggle = lateComponent(
  'web/features/favourites/FavouriteToggle.tsx',
  async () => (await import('#web/features/favourites/FavouriteToggle.tsx')).FavouriteToggle,
  { isOptional: () => true },
)

const ClosureNotices = lateComponent(
  'web/features/venues/ClosureNotices.tsx',
  async () => (await import('#web/features/venues/ClosureNotices.tsx')).ClosureNotices,
)

/** Choose an activity: what a venue offers. Opening the page selects the venue, which is remembered (C15). */
const load = async ({ params, read, context }: LoaderArgs<'venueSlug'>) => {
  const [venue] = await Promise.all([
    read(api.venues.one, { venue: params.venueSlug }),
    read(api.activities.categories, { venue: params.venueSlug }),
    read(api.search.nextOfVenue, { venue: params.venueSlug }),
  ])
  rememberVenue(context, { venueSlug: venue.slug })
  return { venue }
}

const VenuePage = ({ data: { venue } }: PageProps<typeof load>) => {
  const { channel, centre } = usePageContext()
  const { sharedDevice } = channel
  const hasOthers = venue.displayVenueSelectionButton && centre === undefined
  const { data: categories } = useRead(api.activities.categories, { venue: venue.slug })
  const { data: next } = useRead(api.search.nextOfVenue, { venue: venue.slug })
  return (
    <Container>
      <Banner drawing={groundOf(venue)}>
        <h1 tabIndex={-1}>{venue.name}</h1>
        <p className={styles['place']}>
          <Icon name="pin" />
          {addressLabel(venue)}
        </p>
        <OpenToday venue={venue} />
        {hasOthers ? (
          <Link
            className={`${buttonClass({ variant: 'secondary' })} ${styles['change'] ?? ''}`}
            to={links.home()}
          >
            {messages.changeVenue}
          </Link>
        ) : null}
        {/* Last, as its width changes with its words. */}
        <FavouriteToggle
          favourite={{ kind: 'venue', venueSlug: venue.slug }}
          name={venue.name}
          venueName={venue.name}
          isNamed
          onDark
        />
      </Banner>
      {sharedDevice === undefined ? null : (
        <KioskStart
          venueSlug={venue.slug}
          bookId={categories.length === 0 ? undefined : 'book'}
          linkOf={(time) => timeLink(time, time)}
        />
      )}
      <ClosureNotices closures={venue.closures} />
      <div className={styles['columns']} id="book">
        <div>
          {categories.length === 0 ? (
            <Empty title={venue.closed ? messages.venueClosed({ venue: venue.name }) : messages.nothingYet}>
              {hasOthers ? (
                <Link className={buttonClass({ variant: 'secondary' })} to={links.home()}>
                  {messages.otherVenues}
                </Link>
              ) : null}
            </Empty>
          ) : (
            <>
              <h2 className={styles['choose']}>{messages.choose}</h2>
              <ActivityGrid venueSlug={venue.slug} categories={categories} next={next} level={3} />
            </>
          )}
        </div>
        <AboutVenue venue={venue} />
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ venue }) => messages.chooseTitle({ venue: venue.name }),
  breadcrumbs: () => [{ label: bookActivity }],
  Component: VenuePage,
})
