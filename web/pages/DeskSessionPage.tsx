import { fullDay } from '#messages/format.ts'
import { useState } from 'react'
import type { Register } from '#contract/attendance.ts'
import { endTime } from '#contract/time.ts'
import { countBlocked, describeBlocks, describeWholeLet } from '#web/features/attendance/blocks.ts'
import { CalledOffNotice } from '#web/features/attendance/CallOffSession.tsx'
import { ChangeSession } from '#web/features/attendance/ChangeSession.tsx'
import { RegisterList, WaitingList } from '#web/features/attendance/RegisterList.tsx'
import { SessionActs } from '#web/features/attendance/SessionActs.tsx'
import { CalledOffList } from '#web/features/bookings/CalledOffList.tsx'
import { ReplaceSession } from '#web/features/partners/ReplaceSession.tsx'
import * as messages from '#messages/desk/attendance.ts'
import * as followUpMessages from '#messages/desk/followUps.ts'
import * as changeMessages from '#messages/desk/sessionChanges.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { definePage, notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { useCustomer } from '#web/platform/session.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'

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
  const now = useServerNow(10_000)
  const isSupervisor = useCustomer()?.staffLevel === 'supervisor'
  const [replacing, setReplacing] = useState<{ bookingId: number; name: string } | null>(null)
  const { session, expected, calledOff, waitlist } = data
  const { startsAt, begins, ends, locationName, capacity, booked, attended, absent, held, name, cancelled } =
    session
  // Places that no one has or holds: the timetable does not show those that people wait for, staff may offer them.
  const free = session.floorInUse
    ? 0
    : Math.max(0, capacity - booked - attended - absent - held - countBlocked(session))
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
      {cancelled ? (
        <CalledOffNotice register={data} title={messages.sessionCancelled} mayTakeBack={isSupervisor} />
      ) : null}
      {cancelled ? (
        <Section title={followUpMessages.calledOffTitle({ count: calledOff.length })}>
          <CalledOffList bookings={calledOff} />
        </Section>
      ) : (
        <Section
          title={messages.registerTitle({ checkedIn: attended, booked, absent })}
          aside={<PlacesLeft session={session} free={free} />}
        >
          {expected.length === 0 ? (
            <Empty title={describeWholeLet(session) ?? messages.noBookings} />
          ) : (
            <RegisterList
              expected={expected}
              sessionName={name}
              hasBegun={Date.parse(session.begins) <= now}
              onReplace={setReplacing}
              onStale={refetch}
            />
          )}
        </Section>
      )}
      {replacing === null ? null : (
        <ReplaceSession
          {...replacing}
          onClose={() => {
            setReplacing(null)
          }}
        />
      )}
      {waitlist.length === 0 ? null : (
        <Section title={messages.waitlist({ count: waitlist.length })}>
          <WaitingList waiting={waitlist} free={free} />
        </Section>
      )}
      {cancelled || Date.parse(session.begins) <= now ? null : (
        <Section title={changeMessages.heading}>
          {isSupervisor ? <SessionActs register={data} /> : null}
          <ChangeSession register={data} onStale={refetch} />
        </Section>
      )}
    </Container>
  )
}

/** The places left as the timetable shows them, and where the others are. */
const PlacesLeft = ({ session, free }: { session: Register['session']; free: number }) => (
  <span>
    {describeWholeLet(session) ??
      [
        messages.placesLeft({ count: session.spaces, capacity: session.capacity }),
        ...describeBlocks(session),
        ...(session.held > 0 ? [messages.inBaskets({ count: session.held })] : []),
        ...(free > session.spaces ? [messages.forWaitlist({ count: free - session.spaces })] : []),
        ...(session.floorInUse ? [messages.floorInUse] : []),
      ].join(' · ')}
  </span>
)

export const page = definePage({
  load,
  title: ({ name, fullDate }) => messages.registerPage({ session: name, day: fullDate }),
  breadcrumbs: ({ venueSlug, venueName, day, name }) => [
    { label: venueName, to: deskLinks.today(venueSlug, day) },
    { label: name },
  ],
  Component: DeskSessionPage,
})
