import { useState } from 'react'
import type { Expected, Marked } from '#contract/attendance.ts'
import * as messages from '#messages/desk/attendance.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { attendeeName } from './attendeeName.ts'
import { earlyText } from './early.ts'
import styles from './CheckInForm.module.css'

/** The people of one order, found by the code for all of them: staff tick those who have come. */
export const GroupCheckIn = ({ group }: { group: readonly Marked[] }) => {
  const toasts = useToasts()
  const [people, setPeople] = useState(group)
  const mark = useCall(api.attendance.mark, {
    onSuccess: (marked) => {
      const { expected, penaltyRefund } = marked
      if (penaltyRefund !== null)
        toasts.show({
          content: messages.penaltyRefunded({
            name: attendeeName(expected),
            amount: penaltyRefund.formatted,
          }),
          closeAfter: 10000,
        })
      setPeople((before) =>
        before.map((one) => (one.expected.bookingId === marked.expected.bookingId ? marked : one)),
      )
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const missing = people.filter(({ expected }) => expected.status !== 'attended')
  const markAs = async (some: readonly Marked[], status: Expected['status']): Promise<void> => {
    // One after another: each shows as it is done, and a refusal of one stops no other.
    for (const { expected } of some)
      await mark
        .sendAsync({
          bookingId: expected.bookingId,
          status,
          ...(status === 'booked' && { from: expected.status }),
        })
        .catch(() => undefined)
  }
  return (
    <Notice
      colour={missing.length === 0 ? 'success' : 'info'}
      title={messages.groupOf({ reference: people[0]?.expected.orderReference ?? '' })}
    >
      <ul role="list" className={styles['group']}>
        {people.map((person) => {
          const { expected, session } = person
          const name = attendeeName(expected)
          const isIn = expected.status === 'attended'
          return (
            <li key={expected.bookingId}>
              {expected.profilePhoto === null ? null : (
                <Photo address={expected.profilePhoto} size={44} alt={messages.photoOf({ name })} />
              )}
              <div>
                <strong>{name}</strong> {isIn ? <Badge colour="success">{messages.attended}</Badge> : null}
                <p>
                  {messages.sessionAt({
                    time: session.startsAt.format24Hour,
                    session: expected.title,
                    location: session.locationName,
                  })}
                </p>
                {expected.proofOfAge ? <p>{messages.checkProofOfAge}</p> : null}
                {earlyText(session) === undefined ? null : <p>{earlyText(session)}</p>}
              </div>
              <Button
                variant={isIn ? 'text' : 'secondary'}
                disabled={mark.requesting}
                aria-label={isIn ? messages.undoName({ name }) : messages.checkInName({ name })}
                onClick={() => void markAs([person], isIn ? 'booked' : 'attended')}
              >
                {isIn ? messages.undo : messages.checkIn}
              </Button>
            </li>
          )
        })}
      </ul>
      {missing.length < 2 ? null : (
        <Button size="lg" busy={mark.requesting} onClick={() => void markAs(missing, 'attended')}>
          {messages.checkInAll({ count: missing.length })}
        </Button>
      )}
    </Notice>
  )
}
