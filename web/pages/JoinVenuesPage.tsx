import { UnfinishedJoining } from '#web/features/memberships/UnfinishedJoining.tsx'
import { VenueList } from '#web/features/venues/VenueList.tsx'
import * as messages from '#messages/join/plans.ts'
import { finishJoining } from '#messages/shared/memberships.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Container, Empty } from '#web/ui/Layout.tsx'
import styles from './JoinVenuesPage.module.css'

/** The venues that sell memberships online. */
const load = async ({ read, context }: LoaderArgs) => {
  const [customer] = await Promise.all([
    readCustomer(context),
    read(api.venues.joinable),
    read(api.operator.config),
  ])
  if (customer !== null) await read(api.memberships.unfinished)
  return { chosen: selectedVenue(context.cookies)?.venueSlug }
}

const JoinVenuesPage = ({ data: { chosen } }: PageProps<typeof load>) => {
  const { data: joinable } = useRead(api.venues.joinable)
  const { data: config } = useRead(api.operator.config)
  // The operator's setting is above those of its venues.
  const venues = config.onlineJoiningEnabled ? joinable : []
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
        {venues.length === 0 ? (
          <Empty title={messages.notSoldOnline}>
            <p>{messages.askAtReception}</p>
          </Empty>
        ) : (
          <>
            <h2 className={styles['choose']}>{messages.chooseVenue}</h2>
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

export const page = definePage({
  load,
  title: () => messages.buyMembership,
  breadcrumbs: () => [{ label: messages.buyMembership }],
  Component: JoinVenuesPage,
})
