import type { Answer } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import { date, time } from '#contract/time.ts'
import type { Similar } from '#server/bookings/moves/replacement/service.ts'

type SessionInstead = Answer<(typeof openBooking)['listReplacements']>['sessions'][number]

export const presentSessionInstead = (
  { id, name, startsAt, endsAt, localDate, locationName, timezone, spaces }: Similar,
  now: Date,
): SessionInstead => ({
  id,
  name,
  locationName,
  spaces,
  date: date(localDate, timezone, now),
  startsAt: time(startsAt, timezone),
  endsAt: time(endsAt, timezone),
})
