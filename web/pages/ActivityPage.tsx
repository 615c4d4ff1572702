import * as messages from '#messages/bookings/activityPage.ts'
import { ActivityGrid } from '#web/features/activities/ActivityGrid.tsx'
import { groundOf } from '#web/features/venues/groundOf.ts'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { rememberVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty } from '#web/ui/Layout.tsx'
import { activityCrumbs } from './activityCrumbs.ts'
import styles from './ActivityPage.module.css'

/** Choose a sub activity; with only one to choose, redirects to its first day (A11). */
const load = async ({
  params: { venueSlug, activitySlug },
  read,
  context,
}: LoaderArgs<'venueSlug' | 'activitySlug'>) => {
  const [venue, category] = await Promise.all([
    read(api.venues.one, { venue: venueSlug }),
    read(api.activities.category, { venue: venueSlug, activity: activitySlug }),
  ])
  rememberVenue(context, { venueSlug: venue.slug, activitySlug: category.slug })
  const [only, ...others] = category.children
  if (only !== undefined && others.length > 0) {
    await read(api.search.nextOfVenue, { venue: venue.slug })
    return { venue, category }
  }
  if (only !== undefined && only.hasChildren) return redirect(links.activity(venue.slug, only.slug))
  const leaf = only ?? category
  const [first] = await read(api.activities.dates, { venue: venue.slug, category: leaf.slug })
  return first === undefined
    ? { venue, category }
    : redirect(links.timeSlots(venue.slug, leaf.slug, first.raw))
}

const ActivityPage = ({ data: { venue, category } }: PageProps<typeof load>) => (
  <Container>
    <Banner drawing={groundOf({ venueType: category.name, name: venue.venueType })}>
      <h1 tabIndex={-1}>{category.name}</h1>
      <p>{category.description ?? messages.whatToBook({ venue: venue.name })}</p>
    </Banner>
    <div className={styles['choices']}>
      {category.children.length > 1 ? (
        <ActivityChoices venueSlug={venue.slug} categories={category.children} />
      ) : (
        <Empty title={messages.noDays({ activity: category.name })}>
          <Link className={buttonClass({ variant: 'secondary' })} to={links.venue(venue.slug)}>
            {messages.otherActivities}
          </Link>
        </Empty>
      )}
    </div>
  </Container>
)

const ActivityChoices = (choices: Omit<Parameters<typeof ActivityGrid>[0], 'next' | 'level'>) => {
  const { data: next } = useRead(api.search.nextOfVenue, { venue: choices.venueSlug })
  return <ActivityGrid {...choices} next={next} />
}

export const page = definePage({
  load,
  title: ({ venue, category }) => messages.pageTitle({ activity: category.name, venue: venue.name }),
  breadcrumbs: ({ venue, category }) => activityCrumbs(venue.slug, [category.slug]),
  Component: ActivityPage,
})
