import type { DeskPass, GuestPass } from '#contract/guest-passes.ts'
import { localDay, time } from '#contract/time.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import type { DeskVenue } from '#server/venues/find.ts'

export type PassRow = {
  id: number
  operatorId: number
  name: string
  code: string
  validFrom: string
  validUntil: string
  guestFirstName: string | null
  guestLastName: string | null
  guestEmail: string | null
  venueSlug: string | null
  venueName: string | null
  visitOn: string | null
  sentAt: Date | null
  usedAt: Date | null
  withdrawnAt: Date | null
}

/** The status of a pass on a day; a sent pass is valid on its visit day only. */
export const passStatusOn = (pass: PassRow, today: string): GuestPass['status'] => {
  if (pass.usedAt !== null) return 'used'
  if (pass.withdrawnAt !== null) return 'withdrawn'
  if (today > (pass.visitOn ?? pass.validUntil)) return 'expired'
  return pass.sentAt === null ? 'available' : 'issued'
}

export const presentPass = (pass: PassRow, today: string): GuestPass => ({
  id: pass.id,
  name: pass.name,
  status: passStatusOn(pass, today),
  code: pass.sentAt === null ? null : pass.code,
  guest:
    // '' once the guest's name and address are no longer stored.
    pass.guestEmail === null || pass.guestEmail === ''
      ? null
      : {
          firstName: pass.guestFirstName ?? '',
          lastName: pass.guestLastName ?? '',
          email: pass.guestEmail,
        },
  venueSlug: pass.venueSlug,
  validFrom: pass.visitOn ?? pass.validFrom,
  validUntil: pass.visitOn ?? pass.validUntil,
})

/** Why a pass cannot be sent for a day, or null. */
export const whyNotDay = (
  { validFrom, validUntil }: Pick<PassRow, 'validFrom' | 'validUntil'>,
  day: string,
  today: string,
): Text | null => {
  if (day < today) return (messages) => messages.guestPasses.dayInPast
  return day < validFrom || day > validUntil ? (messages) => messages.guestPasses.dayOutsidePass : null
}

export type DeskPassRow = PassRow & {
  venueId: number | null
  memberId: number
  memberName: string
  memberFirstName: string
  /** The name of the member of staff. */
  usedBy: string | null
}

/** A desk, and when it looks. */
export type Desk = { venue: Pick<DeskVenue, 'id' | 'name' | 'timezone'>; now: Date }

const todayAt = ({ venue, now }: Desk): string => localDay(now, venue.timezone)

type Unusable = { code: NonNullable<DeskPass['refusal']>['code']; message: Text }

/** Why a pass admits no guest at a desk now, or null. What can't change any more comes before venue and day. */
export const whyNotAdmitted = (pass: DeskPassRow, desk: Desk): Unusable | null => {
  const { venue } = desk
  const today = todayAt(desk)
  const { usedAt, usedBy: name, visitOn } = pass
  const status = passStatusOn(pass, today)
  if (usedAt !== null) {
    const day = localDay(usedAt, venue.timezone)
    const message =
      day === today
        ? (messages: Messages) =>
            messages.guestPasses.usedToday({ time: time(usedAt, venue.timezone).format24Hour, name })
        : (messages: Messages) => messages.guestPasses.usedOn({ day: messages.format.fullDay(day), name })
    return { code: 'already_used', message }
  }
  if (status === 'withdrawn')
    return { code: 'withdrawn', message: (messages) => messages.guestPasses.passWithdrawn }
  if (status === 'expired') {
    const message =
      visitOn === null
        ? (messages: Messages) =>
            messages.guestPasses.passExpired({ day: messages.format.fullDay(pass.validUntil) })
        : (messages: Messages) => messages.guestPasses.visitOver({ day: messages.format.fullDay(visitOn) })
    return { code: 'expired', message }
  }
  if (visitOn === null) return { code: 'not_sent', message: (messages) => messages.guestPasses.passNotSent }
  if (pass.venueId !== venue.id) {
    return {
      code: 'another_venue',
      message: (messages) => messages.guestPasses.anotherVenue({ venue: pass.venueName ?? '' }),
    }
  }
  if (visitOn !== today) {
    return {
      code: 'another_day',
      message: (messages) => messages.guestPasses.anotherDay({ day: messages.format.fullDay(visitOn) }),
    }
  }
  return null
}

/** Why the admission of a guest can't be undone, or null. */
export const whyNotUndone = (
  { usedAt, venueId, venueName }: Pick<DeskPassRow, 'usedAt' | 'venueId' | 'venueName'>,
  desk: Desk,
): { code: 'another_venue' | 'too_late'; message: Text } | null => {
  if (usedAt === null) return null
  if (venueId !== desk.venue.id) {
    return {
      code: 'another_venue',
      message: (messages) => messages.guestPasses.undoElsewhere({ venue: venueName ?? '' }),
    }
  }
  if (localDay(usedAt, desk.venue.timezone) !== todayAt(desk)) {
    return { code: 'too_late', message: (messages) => messages.guestPasses.undoTooLate }
  }
  return null
}
