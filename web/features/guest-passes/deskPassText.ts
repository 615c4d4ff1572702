import type { DeskPass } from '#contract/guest-passes.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/desk/guestPasses.ts'

/** The guest; before a pass is sent, its own name. */
export const guestName = ({ guest, name }: Pick<DeskPass, 'guest' | 'name'>): string =>
  guest === null ? name : `${guest.firstName} ${guest.lastName}`

/** Name, code and days: what staff compare with what the guest says. */
export const passFacts = ({ name, code, validFrom, validUntil }: DeskPass): string =>
  [
    name,
    code,
    validFrom === validUntil
      ? longDate(validFrom)
      : messages.betweenDays({ from: longDate(validFrom), until: longDate(validUntil) }),
  ]
    .filter((fact) => fact !== null)
    .join(' · ')

/** Whether and where the pass admits its guest today, or why not. */
export const passValidity = ({ refusal, venueName }: DeskPass): string =>
  refusal?.message ?? messages.validToday({ venue: venueName ?? '' })
