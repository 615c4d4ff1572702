import { operatorMessages } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import { findBookables } from '#server/baskets/find.ts'
import type { Bookable } from '#server/baskets/rules.ts'
import { factsOf, presentOpportunity } from '#server/openactive/opportunities.ts'
import type { Json } from '#server/openactive/rules.ts'
import { optionOn } from '#server/pricing/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { bookingCloses, whyNotBookable } from '#server/timetable/rules.ts'
import { questionsOfActivities } from '#server/waivers/answers.ts'
import { validateAnswer } from '#server/waivers/rules.ts'
import type { BookingPartner } from './calls.ts'
import { itemError, sellerAddress } from './present.ts'
import type { Answers, Draft, OpportunityPrice } from './present.ts'
import { BookingError } from './rules.ts'
import type { Attendee, BookingErrorType, OrderItemRequest, Prepayment } from './rules.ts'
import { sellerBySlug } from './sql/partners.ts'
import type { Seller } from './sql/partners.ts'

/**
 * The seller that a call names by its `@id`.
 * @throws BookingError when there is none, or the partner may not sell for it
 */
export const requireSeller = async (
  tx: Tx,
  named: string | undefined,
  { operatorIds }: Pick<BookingPartner, 'operatorIds'>,
): Promise<Seller> => {
  const slug = decodeSlug(/\/([^/]+)$/.exec(named ?? '')?.[1] ?? '')
  const seller = slug === '' ? undefined : await sellerBySlug(tx, slug)
  if (seller === undefined || sellerAddress(seller) !== named) throw new BookingError('SellerNotFoundError')
  if (!operatorIds.includes(seller.id)) throw new BookingError('InvalidAuthorizationDetailsError')
  return seller
}

const decodeSlug = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}

/**
 * What the items of a call name.
 * @throws BookingError `SellerMismatchError`
 */
export const resolveItems = async (
  tx: Tx,
  items: readonly OrderItemRequest[],
  seller: Seller,
  now: Date,
): Promise<Draft[]> => {
  const ids = [...new Set(items.flatMap(({ orderedItem }) => occurrenceIdOf(orderedItem) ?? []))]
  const facts = await factsOf(tx, ids, now)
  if ([...facts.values()].some(({ activity }) => activity.operatorId !== seller.id))
    throw new BookingError('SellerMismatchError')
  const bookables = await findBookables(tx, { operatorId: seller.id, v1: ids, v2: [] })
  const drafts = items.map((request, index): Draft => {
    const draft = {
      position: request.position ?? index,
      request,
      published: null,
      offer: null,
      line: null,
      details: {},
      answers: [],
    }
    const { orderedItem, acceptedOffer } = request
    const id = occurrenceIdOf(orderedItem)
    const found = id === null ? undefined : facts.get(id)
    const published = found === undefined ? null : presentOpportunity(found)
    const isSame = published !== null && published.item['@id'] === orderedItem
    const offer = isSame ? (published.item.offers.find((one) => one['@id'] === acceptedOffer) ?? null) : null
    const opened = { ...draft, published: isSame ? published : null, offer }
    if (orderedItem === undefined || acceptedOffer === undefined)
      return { ...opened, errors: [itemError('IncompleteOrderItemError')] }
    if (!isSame || id === null) return { ...opened, errors: [itemError('UnknownOpportunityError')] }
    if (offer === null) return { ...opened, errors: [itemError('UnknownOfferError')] }
    const bookable = bookables.find((one) => one.id === id)
    const vatRate = found?.activity.vatRate ?? 0
    const price = priceOf(bookable, vatRate, optionIdOf(acceptedOffer), offer, now)
    const reason = price === null ? 'OpportunityOfferPairNotBookableError' : whyNotSold(price, seller, now)
    return reason === null
      ? { ...opened, line: price, errors: [] }
      : { ...opened, errors: [itemError(reason)] }
  })
  const mixed = differentlyPaid(drafts.map(({ line }) => line))
  return drafts.map((draft, index) =>
    mixed.has(index)
      ? { ...draft, errors: [...draft.errors, itemError('OpportunityIsInConflictError')] }
      : draft,
  )
}

/**
 * What the operator wants to know about each item, and from C2 on what of it is missing or wrong.
 * @param isDue whether it has to be there
 */
export const requireDetails = async (
  tx: Tx,
  drafts: readonly Draft[],
  seller: Seller,
  isDue: boolean,
): Promise<Draft[]> => {
  const activityIds = drafts.flatMap(({ line }) => line?.bookable.activityId ?? [])
  const questions = await questionsOfActivities(tx, [...new Set(activityIds)])
  const feeds = sellerAddress(seller)
  return drafts.map((draft) => {
    const { line, offer, request } = draft
    if (line === null || offer === null) return draft
    const ofActivity = questions.filter(({ activityId }) => activityId === line.bookable.activityId)
    const needsAttendee = requires(offer, 'OpenBookingAttendeeDetails')
    const { answers, errors } = checkForm(ofActivity, request, feeds)
    const isAttendeeMissing = needsAttendee && !isCompleteAttendee(request.attendee)
    const missing = [
      ...(isAttendeeMissing
        ? [
            itemError('IncompleteAttendeeDetailsError', {
              description: operatorMessages().openBooking.attendeeNeeds,
            }),
          ]
        : []),
      ...errors.map(({ type, ...more }) => itemError(type, more)),
    ]
    return {
      ...draft,
      details: {
        ...(needsAttendee ? { attendeeDetailsRequired } : {}),
        ...(ofActivity.length === 0 ? {} : { orderItemIntakeForm: presentForm(ofActivity, feeds) }),
        ...(request.orderItemIntakeFormResponse === undefined ||
        request.orderItemIntakeFormResponse.length === 0
          ? {}
          : { orderItemIntakeFormResponse: request.orderItemIntakeFormResponse }),
      },
      answers,
      errors: isDue ? [...draft.errors, ...missing] : draft.errors,
    }
  })
}

/** Whether the seller decides on the order before it is booked. */
export const needsApproval = (drafts: readonly Draft[]): boolean =>
  drafts.some(({ offer }) => offer !== null && requires(offer, 'OpenBookingApproval'))

/** What an offer asks for before it is booked: `OpenBookingApproval` and others. */
export const requires = (offer: Json, requirement: string): boolean => {
  const requirements = offer['openBookingFlowRequirement']
  return Array.isArray(requirements) && requirements.includes(`https://openactive.io/${requirement}`)
}

const idAfter = (pattern: RegExp, address: string | undefined): number | null => {
  const digits = pattern.exec(address ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The session that an `@id` of the feeds is of; null when it is no such id. */
export const occurrenceIdOf = (address: string | undefined): number | null =>
  idAfter(/\/(?:scheduled-sessions|slots)\/(\d{1,9})$/, address)

export const optionIdOf = (address: string | undefined): number | null =>
  idAfter(/\/offers\/(\d{1,9})$/, address)

export const priceOf = (
  bookable: Bookable | undefined,
  vatRate: number,
  optionId: number | null,
  offer: Json,
  now: Date,
): OpportunityPrice | null => {
  const listed = bookable?.options.find(({ id }) => id === optionId)
  if (bookable === undefined || listed === undefined) return null
  const option = optionOn(listed, { ...bookable, now })
  const ticket = bookable.ticketTypes.find(({ id }) => id === option.ticketTypeId)
  if (option.ticketTypeId !== null && ticket === undefined) return null
  return {
    bookable,
    option,
    vatRate: option.vatRate ?? vatRate,
    places: ticket?.places ?? 1,
    prepayment: prepaymentIn(offer),
    offer,
  }
}

const prepaymentIn = (offer: Json): Prepayment | null => {
  const given = offer['openBookingPrepayment']
  if (given === 'https://openactive.io/Optional') return 'Optional'
  if (given === 'https://openactive.io/Unavailable') return 'Unavailable'
  return given === undefined ? null : 'Required'
}

/**
 * Which places of one order cannot be paid for together, by their number: some have to be paid in advance, others only at
 * the venue. An order has one way of paying.
 */
export const differentlyPaid = (lines: readonly (OpportunityPrice | null)[]): ReadonlySet<number> => {
  const ways = lines.map((line) =>
    line === null || line.option.price === 0 ? null : (line.prepayment ?? 'Required'),
  )
  if (!ways.includes('Required') || !ways.includes('Unavailable')) return new Set()
  return new Set(ways.flatMap((way, index) => (way === 'Required' || way === 'Unavailable' ? [index] : [])))
}

/**
 * Why a partner cannot sell a place now. It sells what a visitor of our own may buy, and nothing that needs to know who
 * the person is: what they had before, a membership, a document, a signature. Such offers say that they are unavailable.
 */
export const whyNotSold = (
  { bookable, offer }: OpportunityPrice,
  { openBooking }: { openBooking: boolean },
  now: Date,
): BookingErrorType | null => {
  const isSold =
    openBooking &&
    offer['openBookingInAdvance'] !== 'https://openactive.io/Unavailable' &&
    whyNotBookable(bookable, { isLoggedIn: false, now }) === null
  return isSold ? null : 'OpportunityOfferPairNotBookableError'
}

/** Until when places are held for a partner: not for longer than it can book them. */
export const leaseEnd = (latest: Date, lines: readonly (OpportunityPrice | null)[]): Date =>
  new Date(
    Math.min(
      latest.getTime(),
      ...lines.flatMap((line) => (line === null ? [] : bookingCloses(line.bookable).getTime())),
    ),
  )

/** A question about a booking, as the operator asks it in its own basket. */
export type Question = {
  id: number
  text: string
  type: 'text' | 'number' | 'date' | 'select' | 'checkbox'
  options: readonly { value: string; label: string }[]
  required: boolean
}

const fieldTypes = {
  text: 'ParagraphFormFieldSpecification',
  number: 'ShortAnswerFormFieldSpecification',
  date: 'ShortAnswerFormFieldSpecification',
  select: 'DropdownFormFieldSpecification',
  checkbox: 'BooleanFormFieldSpecification',
} as const

const fieldAddress = (feeds: string, id: number): string => `${feeds}/questions/${id}`

/** The questions as a form of the standard. */
export const presentForm = (questions: readonly Question[], feeds: string): Json[] =>
  questions.map(({ id, text, type, options, required }) => ({
    '@type': fieldTypes[type],
    '@id': fieldAddress(feeds, id),
    name: text,
    ...(type === 'date' ? { description: operatorMessages().openBooking.dateForm } : {}),
    // The standard has no required box: one left empty says no.
    ...(type === 'checkbox'
      ? required
        ? { description: operatorMessages().openBooking.tickToContinue }
        : {}
      : { valueRequired: required }),
    ...(type === 'select' ? { valueOption: options.map(({ label }) => label) } : {}),
  }))

type FormError = {
  type: 'IncompleteIntakeFormError' | 'InvalidIntakeFormError'
  /** The field's address. */
  instance: string
  description: string
}

/** The answers to store, and what is wrong with those that were sent or are missing. */
export const checkForm = (
  questions: readonly Question[],
  { orderItemIntakeFormResponse: sent = [] }: Pick<OrderItemRequest, 'orderItemIntakeFormResponse'>,
  feeds: string,
): { answers: Answers; errors: FormError[] } => {
  const answers: Answers = []
  const errors: FormError[] = []
  for (const question of questions) {
    const instance = fieldAddress(feeds, question.id)
    const value = sent.find(({ propertyID }) => propertyID === instance)?.value
    // The form lists labels; stored are values.
    const chosen = question.options.find(({ label }) => label === value)?.value ?? value
    // Where text is expected, true would be stored as the word.
    const judged =
      typeof value === 'boolean' && question.type === 'text'
        ? { wrong: (messages: Messages) => messages.openBooking.answerNotText }
        : validateAnswer(question, chosen)
    if ('wrong' in judged) {
      const type = value === undefined ? 'IncompleteIntakeFormError' : 'InvalidIntakeFormError'
      errors.push({ type, instance, description: judged.wrong(operatorMessages()) })
    } else if (chosen !== undefined && judged.value !== null)
      answers.push({ questionId: question.id, value: chosen })
  }
  return { answers, errors }
}

/** What is needed of a person who takes part, where the operator wants to know who does. */
const attendeeProperties = ['givenName', 'familyName', 'email'] as const

export const attendeeDetailsRequired: readonly string[] = attendeeProperties.map(
  (name) => `https://schema.org/${name}`,
)

export const isCompleteAttendee = (attendee: Attendee | undefined): boolean =>
  attendeeProperties.every((name) => (attendee?.[name] ?? '') !== '')
