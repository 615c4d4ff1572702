import { PlanCards } from '#web/features/memberships/PlanCards.tsx'
import { placeOf } from '#web/features/venues/VenueList.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/links.ts'
import { definePage, type Load, type PageProps } from '#web/platform/page.ts'
import { useLateRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { rememberVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Container, Empty } from '#web/ui/Layout.tsx'
import styles from './PlansPage.module.css'

/** The memberships of a venue side by side, with all that each costs. */
const load = async ({ params, read, visit }: Load<'venueSlug'>) => {
  const { venueSlug } = params
  const [venue] = await Promise.all([
    read(api.venues.one, { venue: venueSlug }),
    // A venue that sells none is a venue all the same.
    read(api.memberships.plans, { venue: venueSlug }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }),
  ])
  rememberVenue(visit, { venueSlug: venue.slug })
  return { venue }
}

const PlansPage = ({ data: { venue } }: PageProps<typeof load>) => {
  const { data: plans = [] } = useLateRead(api.memberships.plans, { venue: venue.slug }, { when: false })
  return (
    <Container>
      <Banner>
        <h1 tabIndex={-1}>Memberships at {venue.name}</h1>
        <p className={styles['place']}>
          <Icon name="pin" />
          {placeOf(venue)}
        </p>
        <Link
          className={`${buttonClass({ variant: 'secondary' })} ${styles['change'] ?? ''}`}
          to={joinLinks.home()}
        >
          Change venue
        </Link>
      </Banner>
      <div className={styles['plans']}>
        {plans.length === 0 ? (
          <Empty title={`${venue.name} sells no memberships online.`}>
            <p>Please ask at the venue, or choose another one.</p>
            <Link className={buttonClass({ variant: 'secondary' })} to={joinLinks.home()}>
              See other venues
            </Link>
          </Empty>
        ) : (
          <>
            <p className={styles['lead']}>
              Every fee is in the price you see. What is to pay today is for a start today; you may choose
              another day next.
            </p>
            <PlanCards plans={plans} />
          </>
        )}
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ venue }) => `Memberships – ${venue.name}`,
  breadcrumbs: ({ venue }) => [{ label: 'Buy a membership', to: joinLinks.home() }, { label: venue.name }],
  Component: PlansPage,
})
