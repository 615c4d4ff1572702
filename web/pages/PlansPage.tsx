import { PlanCards } from '#web/features/memberships/PlanCards.tsx'
import { groundOf } from '#web/features/venues/groundOf.ts'
import { addressLabel } from '#web/features/venues/VenueList.tsx'
import * as messages from '#messages/join/plans.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { rememberVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Container, Empty } from '#web/ui/Layout.tsx'
import styles from './PlansPage.module.css'

/** The memberships of a venue with all their costs. */
const load = async ({ params, read, context }: LoaderArgs<'venueSlug'>) => {
  const { venueSlug } = params
  const [venue] = await Promise.all([
    read(api.venues.one, { venue: venueSlug }),
    // 404 means that the venue sells no memberships online; the page says so.
    read(api.memberships.plans, { venue: venueSlug }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }),
  ])
  rememberVenue(context, { venueSlug: venue.slug })
  return { venue }
}

const PlansPage = ({ data: { venue } }: PageProps<typeof load>) => {
  const hasOthers = venue.displayVenueSelectionButton
  const { data: plans = [] } = useDeferredRead(api.memberships.plans, { venue: venue.slug }, { when: false })
  return (
    <Container>
      <Banner drawing={groundOf(venue)}>
        <h1 tabIndex={-1}>{messages.membershipsAt({ venue: venue.name })}</h1>
        <p className={styles['place']}>
          <Icon name="pin" />
          {addressLabel(venue)}
        </p>
        {hasOthers ? (
          <Link
            className={`${buttonClass({ variant: 'secondary' })} ${styles['change'] ?? ''}`}
            to={joinLinks.home()}
          >
            {messages.changeVenue}
          </Link>
        ) : null}
      </Banner>
      <div className={styles['plans']}>
        {plans.length === 0 ? (
          <Empty title={messages.noneOnline({ venue: venue.name })}>
            <p>{hasOthers ? messages.askOrChooseOther : messages.askAtReception}</p>
            {hasOthers ? (
              <Link className={buttonClass({ variant: 'secondary' })} to={joinLinks.home()}>
                {messages.otherVenues}
              </Link>
            ) : null}
          </Empty>
        ) : (
          <>
            <p className={styles['lead']}>{messages.plansLead}</p>
            <PlanCards plans={plans} />
          </>
        )}
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ venue }) => messages.plansPage({ venue: venue.name }),
  breadcrumbs: ({ venue }) => [
    { label: messages.buyMembership, to: joinLinks.home() },
    { label: venue.name },
  ],
  Component: PlansPage,
})
