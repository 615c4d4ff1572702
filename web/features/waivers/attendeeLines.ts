import type { BasketItem } from '#contract/baskets.ts'
import type { BookingQuestion, FoundAttendee, WaiverLine, WaiverRequest } from '#contract/waivers.ts'

/** One waiver that one person has to accept; it may cover several lines of the basket. */
export type RequiredWaiver = {
  /** The prefix of its field names. */
  key: string
  waiver: WaiverRequest
  cartItemIds: readonly number[]
  /** The person, where the line names one. */
  person: WaiverLine['person']
  /** Its number among the unnamed people of its line, from 1. */
  number: number
  total: number
  /** Beside a person who has nothing more to do. */
  isAdditional: boolean
}

/** What one line of the basket needs from its attendees. */
export type AttendeeLine = {
  item: BasketItem
  required: readonly RequiredWaiver[]
  accepted: readonly { name: string; waiver: string; until: string | null }[]
  questions: readonly BookingQuestion[]
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

/** What the line is a ticket for, with its kind: "Climbing, Junior". */
export const ticketTitle = ({ name, cartableResource: resource }: BasketItem): string => {
  if (resource === null) return name
  const { date, startsAt } = resource
  const when = ` - ${date.dayPretty} ${date.datePretty} - ${startsAt.format24Hour}`
  return name.endsWith(when) ? name.slice(0, -when.length) : resource.name
}

/** The lines that need or have an acceptance or an answer. */
export const attendeeLines = (
  items: readonly BasketItem[],
  waivers: readonly WaiverRequest[],
  questions: readonly BookingQuestion[],
): AttendeeLine[] => {
  const byPerson = new Map<string, { cartItemIds: number[] }>()
  return items
    .map((item): AttendeeLine => {
      const lineWaivers = waivers.flatMap((waiver) => {
        const line = waiver.lines.find(({ cartItemId }) => cartItemId === item.id)
        return line === undefined ? [] : [{ waiver, line }]
      })
      return {
        item,
        required: lineWaivers.flatMap(({ waiver, line }) => requiredWaivers(waiver, line, byPerson)),
        accepted: lineWaivers.flatMap(({ waiver, line: { person, sent } }) => [
          ...(person === null || person.validUntil === null
            ? []
            : [{ name: fullName(person), waiver: waiver.title, until: person.validUntil }]),
          ...sent.map((one) => ({ name: fullName(one), waiver: waiver.title, until: one.validUntil })),
        ]),
        questions: questions.filter(({ cartItemId }) => cartItemId === item.id),
      }
    })
    .filter(({ required, accepted, questions: own }) => required.length + accepted.length + own.length > 0)
}

/** A person accepts a waiver once: a second line of theirs is added to the first one's. */
const requiredWaivers = (
  waiver: WaiverRequest,
  { cartItemId, open, person, sent, total }: WaiverLine,
  byPerson: Map<string, { cartItemIds: number[] }>,
): RequiredWaiver[] => {
  const isSent =
    person !== null && sent.some((one) => fullName(one).toLowerCase() === fullName(person).toLowerCase())
  const named = person !== null && person.validUntil === null && !isSent ? person : null
  const unnamed = Math.max(0, open - (named === null ? 0 : 1))
  return Array.from({ length: open }, (_, index): RequiredWaiver | null => {
    const ownPerson = index === 0 ? named : null
    const required = {
      key: `w${cartItemId}-${waiver.restrictionId}-${sent.length + index}`,
      waiver,
      cartItemIds: [cartItemId],
      person: ownPerson,
      number: named === null ? sent.length + index + 1 : index + 1,
      total: named === null ? Math.max(total, unnamed) : open,
      isAdditional: person !== null,
    }
    if (ownPerson === null) return required
    const personKey = JSON.stringify([waiver.restrictionId, fullName(ownPerson), ownPerson.dateOfBirth])
    const earlier = byPerson.get(personKey)
    if (earlier !== undefined) {
      earlier.cartItemIds.push(cartItemId)
      return null
    }
    byPerson.set(personKey, required)
    return required
  }).filter((required) => required !== null)
}

export const questionField = (question: BookingQuestion): string => `q${question.cartItemId}-${question.id}`

/** Whether the chosen person's earlier acceptance is still valid on the day of the line. */
export const hasValidWaiver = (chosen: FoundAttendee | undefined, item: BasketItem): boolean =>
  chosen?.waiverValidUntil != null &&
  item.cartableResource !== null &&
  chosen.waiverValidUntil >= item.cartableResource.date.raw
