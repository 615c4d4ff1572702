import type { BasketItem } from '#contract/baskets.ts'
import type { Body } from '#contract/endpoint.ts'
import type {
  BookingQuestion,
  FoundAttendee,
  WaiverRequest,
  WaiverLine,
  waivers as contract,
} from '#contract/waivers.ts'
import { camelName } from '#contract/wire.ts'
import type { AttendeesDraft } from './attendeesDraft.ts'

/*
 * What has to be asked about the people who take part, line by line of the basket, and what of it is sent.
 */

/** One agreement to be had. It may stand for several lines: the same person agrees to the same thing once. */
export type RequiredWaiver = {
  /** What its fields begin with. */
  key: string
  waiver: WaiverRequest
  cartItemIds: readonly number[]
  /** Who it is, where the line says so. */
  person: WaiverLine['person']
  /** Its number among the unknown people of its line, from 1. */
  number: number
  of: number
  /** Beside somebody of whom nothing more is asked. */
  isBesides: boolean
}

/** What is asked about one line. */
export type AttendeeLine = {
  item: BasketItem
  places: readonly RequiredWaiver[]
  /** Who has agreed, now or before. */
  agreed: readonly { name: string; waiver: string; until: string | null }[]
  questions: readonly BookingQuestion[]
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

/** Only lines about which something is asked or was agreed. */
export const attendeeLines = (
  items: readonly BasketItem[],
  waivers: readonly WaiverRequest[],
  questions: readonly BookingQuestion[],
): AttendeeLine[] => {
  const once = new Map<string, { cartItemIds: number[] }>()
  return items
    .map((item): AttendeeLine => {
      const standing = waivers.flatMap((waiver) => {
        const line = waiver.lines.find(({ cartItemId }) => cartItemId === item.id)
        return line === undefined ? [] : [{ waiver, line }]
      })
      return {
        item,
        places: standing.flatMap(({ waiver, line }) => placesOf(waiver, line, once)),
        agreed: standing.flatMap(({ waiver, line: { person, sent } }) => [
          ...(person === null || person.validUntil === null
            ? []
            : [{ name: fullName(person), waiver: waiver.title, until: person.validUntil }]),
          ...sent.map((one) => ({ name: fullName(one), waiver: waiver.title, until: one.validUntil })),
        ]),
        questions: questions.filter(({ cartItemId }) => cartItemId === item.id),
      }
    })
    .filter(({ places, agreed, questions: asked }) => places.length + agreed.length + asked.length > 0)
}

const placesOf = (
  waiver: WaiverRequest,
  { cartItemId, open, person, sent, total }: WaiverLine,
  once: Map<string, { cartItemIds: number[] }>,
): RequiredWaiver[] => {
  const isSent =
    person !== null && sent.some((one) => fullName(one).toLowerCase() === fullName(person).toLowerCase())
  const known = person !== null && person.validUntil === null && !isSent ? person : null
  const numbered = Math.max(0, open - (known === null ? 0 : 1))
  return Array.from({ length: open }, (_, index): RequiredWaiver | null => {
    const itsPerson = index === 0 ? known : null
    const key = `w${cartItemId}-${waiver.restrictionId}-${sent.length + index}`
    const place = {
      key,
      waiver,
      cartItemIds: [cartItemId],
      person: itsPerson,
      number: known === null ? sent.length + index + 1 : index + 1,
      of: known === null ? Math.max(total, numbered) : open,
      isBesides: person !== null,
    }
    if (itsPerson === null) return place
    const same = JSON.stringify([waiver.restrictionId, fullName(itsPerson), itsPerson.dateOfBirth])
    const above = once.get(same)
    if (above !== undefined) {
      above.cartItemIds.push(cartItemId)
      return null
    }
    once.set(same, place)
    return place
  }).filter((place) => place !== null)
}

export type Typed = AttendeesDraft['typed']
export type FieldErrors = Readonly<Record<string, readonly string[]>>

export const questionField = (question: BookingQuestion): string => `q${question.cartItemId}-${question.id}`

/** Whether what somebody found agreed to before holds on the day of the line. */
export const hasValidWaiver = (found: FoundAttendee | undefined, item: BasketItem): boolean =>
  found?.waiverValidUntil != null &&
  item.cartableResource !== null &&
  found.waiverValidUntil >= item.cartableResource.date.raw

const text = (typed: Typed, name: string): string => {
  const value = typed[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** What is still missing, by field; looked at before anything is sent. */
export const missingFields = (
  lines: readonly AttendeeLine[],
  { typed, found }: AttendeesDraft,
): FieldErrors => {
  const errors: Record<string, string[]> = {}
  const need = (name: string, sentence: string): void => {
    if (text(typed, name) === '') errors[name] = [sentence]
  }
  for (const { item, places, questions } of lines) {
    for (const { key, person, waiver } of places) {
      const somebody = found[key]
      if (person === null && somebody === undefined) {
        need(`${key}.firstName`, 'Enter the first name.')
        need(`${key}.lastName`, 'Enter the last name.')
      }
      if (somebody === undefined && (person === null || person.dateOfBirth === null)) {
        need(`${key}.dateOfBirth`, 'Enter the date of birth.')
      }
      if (hasValidWaiver(somebody, item)) continue
      for (const question of waiver.questions) {
        const name = `${key}.q${question.id}`
        if (question.required && typed[name] !== true) need(name, missing(question.type))
      }
      if (typed[`${key}.accepted`] !== true) {
        errors[`${key}.accepted`] = [`Please agree to the ${waiver.title.toLowerCase()}.`]
      }
    }
    for (const question of questions) {
      const name = questionField(question)
      if (question.required && typed[name] !== true) need(name, missing(question.type))
    }
  }
  return errors
}

const missing = (type: BookingQuestion['type']): string => {
  if (type === 'select') return 'Choose an answer.'
  return type === 'checkbox' ? 'Please tick the box.' : 'Please answer this.'
}

type WaiverSent = Body<typeof contract.send>['waivers'][number]

/** The agreements to send, each with the place it is of. */
export const waiversToSend = (
  lines: readonly AttendeeLine[],
  { typed, found }: AttendeesDraft,
): { place: RequiredWaiver; waiver: WaiverSent }[] =>
  lines.flatMap(({ places }) =>
    places.flatMap((place) =>
      place.cartItemIds.map((cartItemId) => ({
        place,
        waiver: {
          cartItemId,
          restrictionId: place.waiver.restrictionId,
          attendee: attendeeOf(place, typed, found[place.key]),
          accepted: typed[`${place.key}.accepted`] === true,
          answers: place.waiver.questions.map(({ id }) => ({
            questionId: id,
            value: typed[`${place.key}.q${id}`] ?? '',
          })),
        },
      })),
    ),
  )

const attendeeOf = (
  { key, person }: RequiredWaiver,
  typed: Typed,
  found: FoundAttendee | undefined,
): WaiverSent['attendee'] => {
  const nobody = { id: undefined, email: undefined }
  if (found !== undefined) {
    return { ...nobody, id: found.id, firstName: undefined, lastName: undefined, dateOfBirth: undefined }
  }
  return {
    ...nobody,
    firstName: person?.firstName ?? text(typed, `${key}.firstName`),
    lastName: person?.lastName ?? text(typed, `${key}.lastName`),
    dateOfBirth: person?.dateOfBirth ?? text(typed, `${key}.dateOfBirth`),
  }
}

/** The answers to send, by the id whose call takes them (wire §8: a numeric id goes to its own). */
export const answersToSend = (
  lines: readonly AttendeeLine[],
  typed: Typed,
): { activityId: number | string; questions: BookingQuestion[]; answers: Answer[] }[] => {
  const byThing = new Map<number | string, BookingQuestion[]>()
  for (const question of lines.flatMap(({ questions }) => questions)) {
    byThing.set(question.activityId, [...(byThing.get(question.activityId) ?? []), question])
  }
  return [...byThing].map(([activityId, questions]) => ({
    activityId,
    questions,
    answers: questions.map((question) => ({
      questionId: question.id,
      cartItemId: question.cartItemId,
      value: typed[questionField(question)] ?? '',
    })),
  }))
}

type Answer = { questionId: number; cartItemId: number; value: string | true }

/** What the server found wrong with waivers, by field of the page; what has no field stands under `''`. */
export const waiverErrors = (
  messages: FieldErrors,
  sent: readonly { place: RequiredWaiver }[],
): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(messages)) {
    const [, index = '', rest = ''] = /^waivers\.(\d+)\.(.+)$/.exec(path) ?? []
    const place = sent[Number(index)]?.place
    const name = place === undefined ? '' : fieldOf(place, rest)
    errors[name] = [...(errors[name] ?? []), ...sentences]
  }
  return errors
}

const fieldOf = ({ key, waiver }: RequiredWaiver, rest: string): string => {
  const question = /^answers\.(\d+)\./.exec(rest)?.[1]
  if (question !== undefined) return `${key}.q${waiver.questions[Number(question)]?.id ?? ''}`
  const attendee = /^attendee\.(first_name|last_name|date_of_birth)$/.exec(rest)?.[1]
  if (attendee !== undefined) return `${key}.${camelName(attendee)}`
  return rest === 'accepted' ? `${key}.accepted` : ''
}

export const answerErrors = (
  messages: FieldErrors,
  questions: readonly BookingQuestion[],
): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(messages)) {
    const question = questions[Number(/^answers\.(\d+)\./.exec(path)?.[1] ?? -1)]
    const name = question === undefined ? '' : questionField(question)
    errors[name] = [...(errors[name] ?? []), ...sentences]
  }
  return errors
}
