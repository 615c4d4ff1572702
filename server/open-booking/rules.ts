import { z } from 'zod'
import { formatted } from '#contract/money.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { openBookingPath } from '#server/openactive/rules.ts'
import { currencyOf } from '#server/operator/rules.ts'

/** The failures of the Open Booking API 1.0, each with the status its data model gives it. */
export const bookingErrors = {
  OpenBookingError: 400,
  IncompleteBrokerDetailsError: 400,
  IncompleteCustomerDetailsError: 400,
  UnnecessaryPaymentDetailsError: 400,
  MissingPaymentDetailsError: 400,
  IncompletePaymentDetailsError: 400,
  InvalidPaymentDetailsError: 400,
  TotalPaymentDueMismatchError: 400,
  OrderAlreadyExistsError: 500,
  OrderCreationFailedError: 500,
  OrderProposalVersionOutdatedError: 500,
  UnexpectedOrderTypeError: 500,
  SellerNotFoundError: 500,
  SellerMismatchError: 500,
  IncompleteOrderItemError: 409,
  UnknownOpportunityError: 409,
  UnknownOfferError: 409,
  UnacceptableOfferError: 409,
  InvalidOpportunityOrOfferIdError: 409,
  OpportunityOfferPairNotBookableError: 409,
  OpportunityIsFullError: 409,
  OpportunityHasInsufficientCapacityError: 409,
  OpportunityCapacityIsReservedByLeaseError: 409,
  OpportunityIsInConflictError: 409,
  OpportunityIntractableError: 409,
  UnableToProcessOrderItemError: 409,
  IncompleteAttendeeDetailsError: 409,
  IncompleteIntakeFormError: 409,
  InvalidIntakeFormError: 409,
  CancellationNotPermittedError: 400,
  OrderItemNotWithinOrderError: 500,
  OrderItemIdInvalidError: 500,
  PatchContainsExcessivePropertiesError: 400,
  PatchNotAllowedOnPropertyError: 400,
  NoAPITokenError: 403,
  UnauthenticatedError: 403,
  InvalidAPITokenError: 401,
  InvalidAuthorizationDetailsError: 401,
  UnknownOrderError: 404,
  UnknownOrIncorrectEndpointError: 404,
  NotFoundError: 404,
  MethodNotAllowedError: 405,
  GoneError: 410,
  TooManyRequestsError: 429,
  TemporarilyUnableToProduceOrderQuoteError: 503,
  TemporarilyUnableToCreateOrderError: 503,
  TemporarilyUnableToUpdateOrderError: 503,
  TemporarilyUnableToDeleteOrderError: 503,
  InternalApplicationError: 500,
} as const satisfies Record<string, number>

export type BookingErrorType = keyof typeof bookingErrors

/** Fails a call of the Open Booking API as a whole. Failures of an item are part of the answer: `itemError`. */
export class BookingError extends Error {
  readonly type: BookingErrorType
  readonly description: string | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(type: BookingErrorType, description?: string, more: { retryAfterSeconds?: number } = {}) {
    super(type)
    this.type = type
    this.description = description
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** What a broker names by its `@id`: the id alone, or the whole with its id. */
const reference = z.union([
  z.string().max(2000),
  z.looseObject({ '@id': z.string().max(2000) }).transform((whole) => whole['@id']),
])

const line = z.string().trim().max(500)

const named = {
  '@id': line.optional(),
  identifier: z.union([line, z.number()]).optional(),
  name: line.optional(),
}

const contact = { email: line.optional(), telephone: line.optional(), url: line.optional() }

const person = {
  ...named,
  ...contact,
  '@type': z.literal('Person'),
  givenName: line.optional(),
  familyName: line.optional(),
}

const organization = {
  ...named,
  ...contact,
  '@type': z.literal('Organization'),
  legalName: line.optional(),
  vatID: line.optional(),
  description: z.string().max(5000).optional(),
}

const customer = z.discriminatedUnion('@type', [z.object(person), z.object(organization)])

/** Information only, sent back as it came. */
const broker = z.looseObject({ '@type': z.string().default('Organization'), name: line.optional() })

export const payment = z.object({
  '@type': z.literal('Payment').default('Payment'),
  identifier: z.union([line, z.number()]).optional(),
  name: line.optional(),
  accountId: line.optional(),
  paymentProviderId: line.optional(),
})

type Payment = z.output<typeof payment>

const formAnswer = z.object({
  '@type': z.literal('PropertyValue').default('PropertyValue'),
  propertyID: z.string().max(2000),
  value: z.union([z.string().max(5000), z.number(), z.boolean()]).optional(),
})

const attendee = z.object({ ...person, '@type': z.literal('Person').default('Person') })

export type Attendee = z.output<typeof attendee>

const item = z.object({
  position: z.int().optional(),
  acceptedOffer: reference.optional(),
  orderedItem: reference.optional(),
  attendee: attendee.optional(),
  orderItemIntakeFormResponse: z.array(formAnswer).max(100).optional(),
})

export type OrderItemRequest = z.output<typeof item>

/** As many places as an order has at the most. */
const maxItems = 100

const order = z.object({
  brokerRole: z.string().default('https://openactive.io/AgentBroker'),
  broker: broker.optional(),
  seller: reference.optional(),
  customer: customer.optional(),
  orderedItem: z.array(item).min(1).max(maxItems),
  payment: payment.optional(),
  totalPaymentDue: z.looseObject({ price: z.number(), priceCurrency: z.string().optional() }).optional(),
})

export type OrderRequest = z.output<typeof order>

export const orderTypes = { quote: 'OrderQuote', order: 'Order', proposal: 'OrderProposal' } as const

/**
 * The body of a call that quotes or books.
 * @throws BookingError
 */
export const parseOrder = (body: unknown, kind: keyof typeof orderTypes): OrderRequest => {
  requireType(body, orderTypes[kind])
  return parse(order, body)
}

/** @throws BookingError `UnexpectedOrderTypeError` */
export const requireType = (body: unknown, type: string): void => {
  const given = typeof body === 'object' && body !== null && '@type' in body ? body['@type'] : undefined
  if (given !== type)
    throw new BookingError('UnexpectedOrderTypeError', operatorMessages().openBooking.typeExpected({ type }))
}

/** @throws BookingError when a change says more than it may */
export const requireOnly = (whole: unknown, names: ReadonlySet<string>): void => {
  const given = Object.keys(whole as object)
  if (given.some((name) => !names.has(name))) throw new BookingError('PatchContainsExcessivePropertiesError')
}

/** @throws BookingError `OpenBookingError` naming the property that is wrong */
export const parse = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const at = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new BookingError('OpenBookingError', operatorMessages().openBooking.propertyWrong({ property: at }))
}

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** The uuid of a path in the form it is stored in; null when it is none. */
export const uuidOf = (params: Readonly<Record<string, string>>): string | null => {
  const uuid = (params['uuid'] ?? '').toLowerCase()
  return uuidForm.test(uuid) ? uuid : null
}

const roles = new Set(
  ['AgentBroker', 'ResellerBroker', 'NoBroker'].map((role) => `https://openactive.io/${role}`),
)

/**
 * Who sells and who buys, as their roles have it.
 * @param named whether the customer must be named: from C2 on
 * @throws BookingError
 */
export const requireParties = (
  { brokerRole, broker, customer: buyer }: OrderRequest,
  named: boolean,
): void => {
  const isDirect = brokerRole === 'https://openactive.io/NoBroker'
  const hasName = broker?.name !== undefined && broker.name !== ''
  if (!roles.has(brokerRole) || (isDirect ? broker !== undefined : !hasName))
    throw new BookingError('IncompleteBrokerDetailsError')
  if (!named || brokerRole === 'https://openactive.io/ResellerBroker') return
  if (buyer === undefined || (buyer['@type'] === 'Person' && !buyer.email))
    throw new BookingError('IncompleteCustomerDetailsError', operatorMessages().openBooking.customerExpected)
}

/**
 * @param total pence
 * @throws BookingError when the partner's customer was quoted another total
 */
export const requireTotal = (
  request: OrderRequest,
  total: number,
  { currencySymbol }: { currencySymbol: string },
): void => {
  const currency = currencyOf({ currencySymbol })
  const { price, priceCurrency = currency } = request.totalPaymentDue ?? {}
  if (price !== undefined && Math.round(price * 100) === total && priceCurrency === currency) return
  const description = operatorMessages().openBooking.totalExpected({
    total: formatted(total, currencySymbol),
  })
  throw new BookingError('TotalPaymentDueMismatchError', description)
}

export type Prepayment = 'Required' | 'Optional' | 'Unavailable'

/**
 * Whether the payment that is sent suits what is due. Pence.
 * @throws BookingError
 */
export const requirePayment = (sent: Payment | undefined, total: number, prepayment: Prepayment): void => {
  const isPayable = total > 0 && prepayment !== 'Unavailable'
  if (sent === undefined) {
    if (isPayable && prepayment === 'Required') throw new BookingError('MissingPaymentDetailsError')
    return
  }
  if (!isPayable) throw new BookingError('UnnecessaryPaymentDetailsError')
  requirePaymentForm(sent)
}

type Payee = { payeeName: string; payeeAccount: string; payeeProvider: string }

/** @throws BookingError when a payment goes to another account than the one agreed with the seller */
export const requirePayee = (sent: Payment | undefined, seller: Payee): void => {
  if (sent === undefined) return
  const pairs = [
    [seller.payeeName, sent.name],
    [seller.payeeAccount, sent.accountId],
    [seller.payeeProvider, sent.paymentProviderId],
  ]
  if (pairs.some(([agreed, given]) => agreed !== '' && agreed !== given))
    throw new BookingError('InvalidPaymentDetailsError')
}

/** @throws BookingError when a payment has no reference */
export const requirePaymentForm = (sent: Payment | undefined): void => {
  if (sent === undefined) return
  if (sent.identifier === undefined || sent.identifier === '')
    throw new BookingError('IncompletePaymentDetailsError')
}

const paths = { quote: 'order-quotes', order: 'orders', proposal: 'order-proposals' } as const

export type OrderKind = keyof typeof paths

/** What a partner's order is called by. */
export const orderAddress = (site: string, kind: OrderKind, uuid: string): string =>
  `${site}${openBookingPath}/${paths[kind]}/${uuid}`

export const itemAddress = (site: string, uuid: string, number: number): string =>
  `${orderAddress(site, 'order', uuid)}#/orderedItem/${number}`

/** A body by its content, whatever the order of its properties. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}

type Status = 'booked' | 'attended' | 'not_attended' | 'cancelled' | 'cancelled_by_venue'

/** What has become of a place, as partners read it. Only a partner cancels for its customer; others cancel for us. */
export const statusOf = ({
  status,
  cancelledByCustomer,
}: {
  status: Status
  cancelledByCustomer: boolean
}): string => {
  const name = {
    booked: 'OrderItemConfirmed',
    attended: 'AttendeeAttended',
    not_attended: 'AttendeeAbsent',
    cancelled: cancelledByCustomer ? 'CustomerCancelled' : 'SellerCancelled',
    cancelled_by_venue: 'SellerCancelled',
  }[status]
  return `https://openactive.io/${name}`
}

export const isCancelled = ({ status }: { status: Status }): boolean =>
  status === 'cancelled' || status === 'cancelled_by_venue'

const personal = new Set([
  'attendee',
  'attendeeDetailsRequired',
  'orderItemIntakeForm',
  'orderItemIntakeFormResponse',
])

/** Whether a property of an item is about a person, or asks for it. */
export const isPersonal = (name: string): boolean => personal.has(name)

/** `awaiting` and `accepted` are open; of the others no order can be made any more. */
export type ProposalStatus = 'awaiting' | 'accepted' | 'rejected' | 'customer_rejected' | 'booked'

const statusNames = {
  awaiting: 'AwaitingSellerConfirmation',
  accepted: 'SellerAccepted',
  rejected: 'SellerRejected',
  customer_rejected: 'CustomerRejected',
  // Such a proposal is deleted in its feed.
  booked: 'SellerAccepted',
} as const satisfies Record<ProposalStatus, string>

export const proposalStatusOf = (status: ProposalStatus): string =>
  `https://openactive.io/${statusNames[status]}`

/** What the items of a proposal are called by, as they are now. */
export const versionAddress = (site: string, uuid: string, version: string): string =>
  `${orderAddress(site, 'proposal', uuid)}/versions/${version}`

const patchNames = new Set(['@context', '@type', 'orderProposalStatus', 'orderCustomerNote'])

const rejected = z.object({ orderCustomerNote: z.string().max(5000).optional() })

/**
 * The change that a customer may make to a proposal: to reject it.
 * @throws BookingError
 */
export const requireRejection = (body: unknown): void => {
  requireType(body, 'OrderProposal')
  requireOnly(body, patchNames)
  parse(rejected, body)
  const status = (body as Readonly<Record<string, unknown>>)['orderProposalStatus']
  if (status !== proposalStatusOf('customer_rejected'))
    throw new BookingError('PatchNotAllowedOnPropertyError')
}

const booking = z.object({
  orderProposalVersion: z.string().max(2000),
  payment: z.unknown().optional(),
})

export type ProposalBooking = z.output<typeof booking>

/** The proposal that B books, and what it says of the payment; null when it books items of its own. */
export const parseProposalBooking = (body: unknown): ProposalBooking | null => {
  if (typeof body !== 'object' || body === null || !('orderProposalVersion' in body)) return null
  requireType(body, 'Order')
  return parse(booking, body)
}

/** `gross`: prices contain the tax; `net`: it is added to them. */
export type TaxMode = 'gross' | 'net'

/** What one place costs, in pence, tax included; `vatRate` is in hundredths of a per cent. */
export type PricedPlace = { price: number; vatRate: number; prepayment: Prepayment | null }

/** When the whole of an order is to be paid. */
export const prepaymentOf = (places: readonly PricedPlace[]): Prepayment => {
  const payable = places.filter(({ price, prepayment }) => price > 0 && prepayment !== 'Unavailable')
  if (payable.length === 0) return 'Unavailable'
  return payable.some(({ prepayment }) => prepayment !== 'Optional') ? 'Required' : 'Optional'
}

/** Pence, tax included. Each place pays the tax of its own, as on its receipt. */
export const totalOf = (places: readonly PricedPlace[]): number =>
  places.reduce((sum, { price }) => sum + price, 0)
