import { z } from 'zod'
import { formatted } from '#contract/money.ts'
import { currencyOf } from '#server/operator/rules.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'

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
export type Customer = z.output<typeof customer>
/** Information only, sent back as it came. */
const broker = z.looseObject({ '@type': z.string().default('Organization'), name: line.optional() })

export const payment = z.object({
  '@type': z.literal('Payment').default('Payment'),
  identifier: z.union([line, z.number()]).optional(),
  name: line.optional(),
  accountId: line.optional(),
  paymentProviderId: line.optional(),
})
export type Payment = z.output<typeof payment>

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
  if (given !== type) throw new BookingError('UnexpectedOrderTypeError', messages.typeExpected({ type }))
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
  throw new BookingError('OpenBookingError', messages.propertyWrong({ property: at }))
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
    throw new BookingError('IncompleteCustomerDetailsError', messages.customerExpected)
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
  const description = messages.totalExpected({ total: formatted(total, currencySymbol) })
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
