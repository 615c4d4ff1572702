import { daysAfter, isDay } from '#contract/time.ts'
import type { questionTypes } from '#contract/waivers.ts'
import * as messages from '#server/messages/en/waivers.ts'

/** A waiver for a basket line: how many agreements are needed and how many were sent. */
export type WaiverNeed = {
  restrictionId: number
  name: string
  needed: number
  sent: number
  /** The last day of an earlier agreement of the line's person; null without one. */
  coveredUntil: string | null
}

/** A basket line, with what waivers and questions need. */
export type BasketLine = {
  id: number
  occurrenceId: number
  publicId: string
  idForm: 'v1' | 'v2'
  localDate: string
  personId: number | null
  ageMin: number | null
  ageMax: number | null
  /** The ages its kind of ticket is for. */
  ticketAgeMin: number | null
  ticketAgeMax: number | null
  waiverNeeds: readonly WaiverNeed[]
}

/** Number of agreements to be sent for this line. */
export const totalOf = ({ needed, sent, coveredUntil }: WaiverNeed): number =>
  Math.max(needed - (coveredUntil === null ? 0 : 1), Math.min(sent, needed))

export const openOf = (need: WaiverNeed): number => Math.max(0, totalOf(need) - need.sent)

const sumPlaces = (needs: readonly WaiverNeed[], of: (need: WaiverNeed) => number): number =>
  needs.reduce((sum, need) => sum + of(need), 0)

export const totalWaivers = (needs: readonly WaiverNeed[]): number => sumPlaces(needs, totalOf)
export const openWaivers = (needs: readonly WaiverNeed[]): number => sumPlaces(needs, openOf)

/** The last day of an agreement made today; null where it is for one booking. */
export const validUntil = (today: string, months: number | null): string | null => {
  if (months === null) return null
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, lastOfMonth))
  return first.toISOString().slice(0, 10)
}

export type AskableQuestion = {
  type: (typeof questionTypes)[number]
  options: readonly { value: string }[]
  required: boolean
}

type Judged = { value: string | null } | { wrong: string }

/** The answer to store, null for none, or a message about what is wrong with it. */
export const validateAnswer = (
  { type, options, required }: AskableQuestion,
  sent: string | number | boolean | undefined,
): Judged => {
  const answer = sent === undefined ? '' : String(sent).trim()
  if (type === 'checkbox') {
    const isTicked = answer === 'true' || answer === '1'
    if (!isTicked && !['', 'false', '0'].includes(answer)) return { wrong: messages.tickOrLeave }
    if (required && !isTicked) return { wrong: messages.tickToContinue }
    return { value: answer === '' ? null : String(isTicked) }
  }
  if (answer === '') {
    return required
      ? { wrong: type === 'select' ? messages.chooseAnswer : messages.answerRequired }
      : { value: null }
  }
  if (type === 'number' && !/^-?\d{1,12}([.,]\d{1,6})?$/.test(answer)) return { wrong: messages.enterNumber }
  if (type === 'date' && !isDay(answer)) return { wrong: messages.enterDate }
  if (type === 'select' && !options.some(({ value }) => value === answer)) {
    return { wrong: messages.answerUnknown }
  }
  return { value: answer }
}

/** What is wrong with a date of birth, or null. */
export const whyInvalidDateOfBirth = (dateOfBirth: string, today: string): string | null => {
  if (dateOfBirth > today) return messages.dateInFuture
  return dateOfBirth < daysAfter(today, -366 * 120) ? messages.dateOfBirthUnlikely : null
}
