import { useState } from 'react'
import type { Register } from '#contract/attendance.ts'
import { countBlocked, describeBlocks, describeWholeLet } from '#web/features/attendance/blocks.ts'
import { CalledOffNotice } from '#web/features/attendance/CallOffSession.tsx'
import { ChangeSession } from '#web/features/attendance/ChangeSession.tsx'
import { RegisterList, WaitingList } from '#web/features/attendance/RegisterList.tsx'
import { SessionActs } from '#web/features/attendance/SessionActs.tsx'
import { SessionHistory } from '#web/features/attendance/SessionHistory.tsx'
import { CalledOffList } from '#web/features/bookings/CalledOffList.tsx'
import { ReplaceSession } from '#web/features/partners/ReplaceSession.tsx'
import * as messages from '#messages/desk/attendance.ts'
import * as followUpMessages from '#messages/desk/followUps.ts'
import * as changeMessages from '#messages/desk/sessionChanges.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Empty, Section } from '#web/ui/Layout.tsx'

/** Who is expected at a session, who has come and who waits, with what staff do about it. */
export const SessionDetails = ({ register: data, onStale }: { register: Register; onStale: () => void }) => {
  const now = useServerNow(10_000)
  const may = useMay()
  const [replacing, setReplacing] = useState<{ bookingId: number; name: string } | null>(null)
  const { session, expected, calledOff, waitlist } = data
  const { capacity, booked, attended, absent, held, name, cancelled } = session
  // Places that no one has or holds: the timetable does not show those that people wait for, staff may offer them.
  const free = session.floorInUse
    ? 0
    : Math.max(0, capacity - booked - attended - absent - held - countBlocked(session))
  return (
    <>
      {cancelled ? (
        <CalledOffNotice
          register={data}
          title={messages.sessionCancelled}
          mayTakeBack={may('sessions.call_off')}
        />
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
              onStale={onStale}
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
      {cancelled || Date.parse(session.begins) <= now || !may('sessions.move') ? null : (
        <Section title={changeMessages.heading}>
          {may('sessions.change') ? <SessionActs register={data} /> : null}
          <ChangeSession register={data} onStale={onStale} />
        </Section>
      )}
      <SessionHistory sessionId={session.id} zone={data.date.tz} />
    </>
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
