import { ActivityGrid } from '#web/features/activities/ActivityGrid.tsx'
import { venuesNamed } from '#web/features/venues/search.ts'
import { VenueList } from '#web/features/venues/VenueList.tsx'
import { VenueSearch } from '#web/features/venues/VenueSearch.tsx'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { selectedVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, Section } from '#web/ui/Layout.tsx'
import styles from './HomePage.module.css'

/** The venues, and for somebody who has chosen one before, what is on there. */
const load = async ({ read, visit, query }: Load) => {
  const remembered = selectedVenue(visit.cookies)?.venueSlug
  const [venues, categories] = await Promise.all([
    read(api.venues.all),
    // Unknown venues have no activities, so a cookie from long ago does no harm.
    remembered === undefined ? [] : read(api.activities.categories, { venue: remembered }),
  ])
  const venue = venues.find(({ slug }) => slug === remembered)
  return { venue, categories, wanted: query.get('q') ?? '' }
}

const HomePage = ({ data: { venue, categories, wanted } }: PageProps<typeof load>) => {
  const { data: venues } = useRead(api.venues.all)
  const found = venuesNamed(venues, wanted)
  return (
    <>
      <Banner full>
        <Container>
          <div className={styles['welcome']}>
            <h1 tabIndex={-1}>Where would you like to play?</h1>
            <p className={styles['lead']}>
              Choose a venue, find your activity, and hold your place in a moment.
            </p>
            <VenueSearch wanted={wanted} />
          </div>
        </Container>
      </Banner>
      <Container>
        <div className={styles['parts']}>
          {venue === undefined || wanted !== '' || categories.length === 0 ? null : (
            <Section
              title={`What's on at ${venue.name}`}
              aside={<Link to={links.venue(venue.slug)}>Go to the venue</Link>}
            >
              <ActivityGrid venueSlug={venue.slug} categories={categories} level={3} />
            </Section>
          )}
          <Section title={venue === undefined || wanted !== '' ? 'Venues' : 'All venues'}>
            <p role="status" className={wanted === '' ? 'visually-hidden' : styles['found']}>
              {foundText(found.length, wanted)}
            </p>
            {found.length === 0 ? (
              <Empty
                title={venues.length === 0 ? 'There are no venues yet.' : `No venue is called “${wanted}”.`}
              >
                {venues.length === 0 ? null : (
                  <Link className={buttonClass({ variant: 'secondary' })} to={links.home()} stay replace>
                    Show all venues
                  </Link>
                )}
              </Empty>
            ) : (
              <VenueList venues={found} chosen={venue?.slug} />
            )}
          </Section>
        </div>
      </Container>
    </>
  )
}

const foundText = (count: number, wanted: string): string => {
  const venues = count === 1 ? '1 venue' : `${count} venues`
  return wanted === '' ? venues : `${venues} with “${wanted}” in the name`
}

export const page = definePage({ load, title: () => 'Choose a venue', Component: HomePage })
