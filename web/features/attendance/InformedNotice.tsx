import type { Informed } from '#contract/bookings.ts'
import { nothingSent, sentTo } from '#messages/desk/followUps.ts'
import { walkIn } from '#messages/desk/attendance.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

/** Whom a message has reached, and who is to be rung. */
export const InformedNotice = ({ informed: { emailed, byPartner, toRing } }: { informed: Informed }) => {
  const count = { emailed: emailed.length, byPartner: byPartner.length, toRing: toRing.length }
  if (count.emailed + count.byPartner + count.toRing === 0)
    return <Notice role="status" title={nothingSent} />
  return (
    <Notice role="status" colour={count.toRing > 0 ? 'warning' : 'success'} title={sentTo(count)}>
      {toRing.length === 0 ? null : (
        <ul>
          {toRing.map(({ id, name, phone }) => (
            <li key={id}>
              {name === '' ? walkIn : name}: <PhoneLink phone={phone} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
