import { sql } from 'kysely'
import type { Messages } from '#server/messages/languages.ts'
import { throughLogin } from '#server/notices/rules.ts'
import type { Block } from '#server/notices/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { sessionTimes } from '#server/platform/clock.ts'
import { describeMoment, sessionPath } from './rules.ts'

type OfferedRow = Parameters<typeof sessionPath>[0] & {
  name: string
  endsAt: Date
  locationName: string
  /** Until when a place is kept for the person; null where none is. */
  reservedUntil: Date | null
}

/**
 * What a person is offered instead of a session that was called off, for its message: each session with a button. Places
 * are kept for those alone who are in the system as a person; the others are led to what may still be free.
 * @param personId null for a place that names nobody
 */
export const describeOffersInstead = async (
  tx: Tx,
  { calledOffId, personId }: { calledOffId: number; personId: number | null },
  { messages, site, now }: { messages: Messages; site: string; now: Date },
): Promise<Block[]> => {
  const { rows } = await sql<OfferedRow>`
    select o.name, o.starts_at, o.ends_at, o.local_date, v.timezone, l.name as location_name,
      v.slug as venue_slug, a.slug as activity_slug, a.kind, o.id as occurrence_id, o.public_id,
      case when v.activities_v2_enabled then 'v2' else 'v1' end as id_form,
      (select w.offer_expires_at from waitlist_entry w
        where w.instead_of_id = c.occurrence_id and w.occurrence_id = o.id and w.person_id = ${personId}
          and w.state = 'offered' and w.offer_expires_at > ${now}) as reserved_until
    from call_off c cross join unnest(c.offers) with ordinality x (id, place)
    join occurrence o on o.id = x.id and o.status = 'scheduled' and o.starts_at > ${now}
    join activity a on a.id = o.activity_id join venue v on v.id = o.venue_id join location l on l.id = o.location_id
    where c.occurrence_id = ${calledOffId} order by x.place`.execute(tx)
  if (rows.length === 0) return []
  const isAnyReserved = rows.some(({ reservedUntil }) => reservedUntil !== null)
  return [
    {
      type: 'text',
      text: isAnyReserved ? messages.waitlists.offeredInstead : messages.waitlists.alsoOn,
    },
    ...rows.flatMap((row): Block[] => {
      const { name: title, localDate, timezone, locationName, reservedUntil } = row
      const path = sessionPath(row)
      const day = messages.format.fullDay(localDate)
      return [
        {
          type: 'list',
          items: [
            {
              title,
              lines: [
                messages.bookings.mail.when({ day, ...sessionTimes(messages, row) }),
                locationName,
                reservedUntil === null
                  ? messages.waitlists.noneReserved
                  : messages.waitlists.reservedUntil({
                      until: describeMoment(messages, reservedUntil, timezone),
                    }),
              ],
            },
          ],
        },
        {
          type: 'link',
          label: messages.waitlists.bookInstead({
            name: title,
            time: describeMoment(messages, row.startsAt, timezone),
          }),
          // Only the person it is offered to sees the offer.
          href: site + (reservedUntil === null ? path : throughLogin(path)),
        },
      ]
    }),
  ]
}
