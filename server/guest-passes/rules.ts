import type { GuestPass } from '#contract/guest-passes.ts'
import * as messages from '#server/messages/en/guest-passes.ts'

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
) => {
  if (day < today) return messages.dayInPast
  return day < validFrom || day > validUntil ? messages.dayOutsidePass : null
}
