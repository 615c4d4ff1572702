import { fullDay } from '#messages/format.ts'
import { endTime } from '#contract/time.ts'
import * as messages from '#messages/desk/attendance.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'
import { SessionDetails } from './SessionDetails.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'

/** The register of one session: bookings, check-ins and the waitlist. */
const load = requireStaff(async ({ params, read }: LoaderArgs<'sessionId'>) => {
  if (!/^\d{1,9}$/.test(params.sessionId)) return notFound()
  const sessionId = Number(params.sessionId)
  const { session, date, venueSlug, venueName } = await read(api.attendance.register, { sessionId })
  return {
    sessionId,
    name: session.name,
    day: date.raw,
    fullDate: fullDay(date.raw),
    venueSlug,
    venueName,
  }
})

const DeskSessionPage = ({ data: { sessionId, fullDate } }: PageProps<typeof load>) => {
  const { data, refetch } = useRead(api.attendance.register, { sessionId })
  useDeferredRead(api.attendance.register, { sessionId }, { everyMs: 20_000 })
  const { startsAt, begins, ends, locationName, name } = data.session
  return (
    <Container>
      <PageHeading
        lead={messages.sessionTime({
          day: fullDate,
          start: startsAt.format24Hour,
          end: endTime(new Date(begins), new Date(ends), data.date.tz),
          location: locationName,
          venue: data.venueName,
        })}
      >
        {name}
      </PageHeading>
      <SessionDetails register={data} onStale={refetch} />
    </Container>
  )
}

export const page = defineStaffPage('check_in', {
  load,
  title: ({ name, fullDate }) => messages.registerPage({ session: name, day: fullDate }),
  breadcrumbs: ({ venueSlug, venueName, day, name }) => [
    { label: venueName, to: deskLinks.today(venueSlug, day) },
    { label: name },
  ],
  Component: DeskSessionPage,
})
