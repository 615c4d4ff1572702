import { isDay } from '#contract/time.ts'
import * as messages from '#messages/desk/timetableWeek.ts'
import { TimetableWeek, type WeekView } from '#web/features/catalogue/TimetableWeek.tsx'
import { mondayOf } from '#web/features/catalogue/weekGrid.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { notFound, type LoaderArgs, type NotFound, type PageProps } from '#web/platform/page.ts'
import { Link } from '#web/platform/router.tsx'
import { rememberVenue } from '#web/platform/venue.ts'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

type Loaded = { view: WeekView; venueName: string }

/** The week of a venue by place or by instructor, as it is published or as a draft makes it. */
const load = requireStaff(
  async ({
    params: { deskVenue: venue, week },
    query,
    read,
    context,
  }: LoaderArgs<'deskVenue' | 'week'>): Promise<Loaded | NotFound> => {
    if (!isDay(week)) return notFound()
    const draft = query.get('draft') ?? ''
    const draftId = /^\d{1,9}$/.test(draft) ? Number(draft) : null
    const [{ lists }] = await Promise.all([
      read(api.office.catalogue),
      read(api.operator.config),
      read(api.venues.search, venueChoice(venue)),
      ...(draftId === null ? [] : [read(api.drafts.one, { draftId })]),
    ])
    const row = lists.venues.find(({ slug }) => slug === venue)
    if (row === undefined) return notFound()
    rememberVenue(context, { venueSlug: venue })
    const by = query.get('by') === 'instructor' ? 'instructor' : 'place'
    return {
      view: { venue, monday: mondayOf(week), by, only: query.get('only'), draftId },
      venueName: typeof row['name'] === 'string' ? row['name'] : venue,
    }
  },
)

const OfficeTimetablePage = ({ data: { view } }: PageProps<typeof load>) => (
  <Container>
    <PageHeading
      lead={
        <>
          {messages.lead} <Link to={deskLinks.drafts()}>{messages.drafts}</Link>
        </>
      }
    >
      {messages.title}
    </PageHeading>
    <TimetableWeek view={view} />
  </Container>
)

export const page = defineStaffPage('timetable.draft', {
  load,
  title: ({ venueName }) => messages.page({ venue: venueName }),
  Component: OfficeTimetablePage,
})
