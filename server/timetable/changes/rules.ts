/** What people who booked a session have to be told when it changes. Instants are milliseconds since 1970. */
export type Logistics = {
  name: string
  startsAt: Date
  endsAt: Date
  locationId: number
  /** Where people meet; '' is in the room. */
  meetingPoint: string
  /** Where people who have booked take part online; '' where they do not. */
  joinLink: string
}

export type WhyNotChanged = 'cancelled' | 'begun' | 'in_past' | 'ends_before_start'

/** The longest a session lasts. */
const longestMs = 24 * 3_600_000

/** Why a session cannot be changed so; null when it can. */
export const whyNotChanged = (
  session: Pick<Logistics, 'startsAt'> & { status: string },
  wanted: Logistics,
  now: Date,
): WhyNotChanged | null => {
  if (session.status !== 'scheduled') return 'cancelled'
  if (session.startsAt <= now) return 'begun'
  if (wanted.startsAt <= now) return 'in_past'
  const lasts = wanted.endsAt.getTime() - wanted.startsAt.getTime()
  return lasts > 0 && lasts <= longestMs ? null : 'ends_before_start'
}

/** Whether it takes other floor or other hours. */
export const isMoved = (before: Logistics, after: Logistics): boolean =>
  before.locationId !== after.locationId ||
  before.startsAt.getTime() !== after.startsAt.getTime() ||
  before.endsAt.getTime() !== after.endsAt.getTime()

export const isSame = (before: Logistics, after: Logistics): boolean =>
  !isMoved(before, after) &&
  before.name === after.name &&
  before.meetingPoint === after.meetingPoint &&
  before.joinLink === after.joinLink
