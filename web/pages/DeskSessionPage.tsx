import { RegisterList, WaitingList } from '#web/features/attendance/RegisterList.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/links.ts'
import { definePage, notFound, type Load, type PageProps } from '#web/platform/page.ts'
import { useLateRead, useRead } from '#web/platform/queries.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { requireStaff } from './requireStaff.ts'

/** The register of one session: who is expected, who has come, who waits. */
const load = requireStaff(async ({ params, read }: Load<'sessionId'>) => {
  if (!/^\d{1,9}$/.test(params.sessionId)) return notFound()
  const sessionId = Number(params.sessionId)
  const { session, date, venueSlug, venueName } = await read(api.attendance.register, { sessionId })
  return {
    sessionId,
    name: session.name,
    day: date.raw,
    dayPretty: date.fullDatePretty,
    venueSlug,
    venueName,
  }
})

const DeskSessionPage = ({ data: { sessionId, dayPretty } }: PageProps<typeof load>) => {
  const { data } = useRead(api.attendance.register, { sessionId })
  useLateRead(api.attendance.register, { sessionId }, { everyMs: 20_000 })
  const now = useServerNow(10_000)
  const { session, expected, waitlist } = data
  const { startsAt, endsAt, locationName, capacity, booked, attended, absent, held, name, cancelled } =
    session
  const free = capacity - booked - attended - absent - held
  return (
    <Container>
      <PageHeading
        lead={`${dayPretty}, ${startsAt.format24Hour} to ${endsAt.format24Hour} · ${locationName}`}
      >
        {name}
      </PageHeading>
      {cancelled ? <Notice colour="danger" title="This session has been called off." /> : null}
      <Section
        title={`${attended} in, ${booked} to come${absent > 0 ? `, ${absent} absent` : ''}`}
        aside={
          <span>
            {Math.max(0, free)} of {capacity} places free
          </span>
        }
      >
        {expected.length === 0 ? (
          <Empty title="Nobody is expected yet." />
        ) : (
          <RegisterList expected={expected} sessionName={name} hasBegun={Date.parse(session.begins) <= now} />
        )}
      </Section>
      {waitlist.length === 0 ? null : (
        <Section title={`Waiting: ${waitlist.length}`}>
          <WaitingList waiting={waitlist} free={free} />
        </Section>
      )}
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ name, dayPretty }) => `${name}, ${dayPretty} – Front desk`,
  breadcrumbs: ({ venueSlug, venueName, day, name }) => [
    { label: venueName, to: deskLinks.today(venueSlug, day) },
    { label: name },
  ],
  Component: DeskSessionPage,
})
