import { localDay } from '#contract/time.ts'
import { PlaceHolders } from '#web/features/baskets/PlaceHolders.tsx'
import * as messages from '#messages/desk/heldPlaces.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** Holds come and go, so the list is read again this often. */
const refetchEveryMs = 10_000

/** Visitors who hold many places at a venue, which staff can give back to others. */
const load = requireStaff(async ({ params, read, context }: LoaderArgs<'deskVenue'>) => {
  const args = { venue: params.deskVenue }
  const [venue] = await Promise.all([read(api.venues.one, args), read(api.baskets.placeHolders, args)])
  const today = localDay(new Date(context.startedAt), venue.timezone)
  return { args, venueName: venue.name, today }
})

const DeskHeldPlacesPage = ({ data: { args, venueName, today } }: PageProps<typeof load>) => {
  const { data: holders } = useRead(api.baskets.placeHolders, args)
  useDeferredRead(api.baskets.placeHolders, args, { everyMs: refetchEveryMs })
  return (
    <Container narrow>
      <PageHeading lead={messages.lead({ venue: venueName })}>{messages.heading}</PageHeading>
      {holders.length === 0 ? (
        <Empty title={messages.noHolders}>
          <p>{messages.whatAppears}</p>
          <Link to={deskLinks.today(args.venue, today)}>{messages.back}</Link>
        </Empty>
      ) : (
        <PlaceHolders venueSlug={args.venue} holders={holders} />
      )}
    </Container>
  )
}

export const page = defineStaffPage('sell', {
  load,
  title: ({ venueName }) => messages.page({ venue: venueName }),
  Component: DeskHeldPlacesPage,
})
