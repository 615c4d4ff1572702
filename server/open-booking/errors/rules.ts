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
