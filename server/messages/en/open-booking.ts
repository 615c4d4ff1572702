/** What each failure of the Open Booking API is called. Brokers show some of them to their customers. */
export const failures = {
  OpenBookingError: 'The request cannot be processed.',
  IncompleteBrokerDetailsError: 'The details of the broker are incomplete or do not suit the broker role.',
  IncompleteCustomerDetailsError: 'The details of the customer are incomplete.',
  UnnecessaryPaymentDetailsError: 'Payment details were sent although no payment is due.',
  MissingPaymentDetailsError: 'Payment details are missing.',
  IncompletePaymentDetailsError: 'The payment details are incomplete.',
  InvalidPaymentDetailsError: 'The payment details do not match those agreed with the seller.',
  TotalPaymentDueMismatchError: 'The total differs from the price of the items.',
  OrderAlreadyExistsError: 'This order identifier has been used already.',
  OrderCreationFailedError: 'The order could not be created.',
  OrderProposalVersionOutdatedError: 'The proposal has been changed since this version.',
  UnexpectedOrderTypeError: 'This type of order does not belong to this address.',
  SellerNotFoundError: 'There is no such seller.',
  SellerMismatchError: 'An item is sold by another seller than the order.',
  IncompleteOrderItemError: 'An item lacks its opportunity or its offer.',
  UnknownOpportunityError: 'There is no such opportunity.',
  UnknownOfferError: 'There is no such offer.',
  UnacceptableOfferError: 'The offer is not for this opportunity or this customer.',
  InvalidOpportunityOrOfferIdError: 'The identifier of the opportunity or of the offer cannot be read.',
  OpportunityOfferPairNotBookableError: 'This opportunity cannot be booked at present.',
  OpportunityIsFullError: 'There are no places left.',
  OpportunityHasInsufficientCapacityError: 'There are not enough places left.',
  OpportunityCapacityIsReservedByLeaseError: 'The last places are reserved at the moment. Try again shortly.',
  OpportunityIsInConflictError: 'The items cannot be booked together.',
  OpportunityIntractableError: 'This opportunity cannot be booked at present.',
  UnableToProcessOrderItemError: 'The item cannot be processed.',
  IncompleteAttendeeDetailsError: 'The details of the attendee are incomplete.',
  IncompleteIntakeFormError: 'A question is not answered.',
  InvalidIntakeFormError: 'An answer does not fit its question.',
  CancellationNotPermittedError: 'The booking can no longer be cancelled.',
  OrderItemNotWithinOrderError: 'The item is not part of this order.',
  OrderItemIdInvalidError: 'There is no such item.',
  PatchContainsExcessivePropertiesError: 'The change contains properties that it may not contain.',
  PatchNotAllowedOnPropertyError: 'This property may not be changed to this value.',
  NoAPITokenError: 'The API key is missing.',
  UnauthenticatedError: 'Authentication is needed.',
  InvalidAPITokenError: 'The API key is not valid.',
  InvalidAuthorizationDetailsError: 'The API key gives no access to this seller.',
  UnknownOrderError: 'There is no such order.',
  UnknownOrIncorrectEndpointError: 'There is no such address, or not for this method.',
  NotFoundError: 'This does not exist.',
  MethodNotAllowedError: 'The method is not allowed.',
  GoneError: 'This exists no more.',
  TooManyRequestsError: 'Too many requests. Try again shortly.',
  TemporarilyUnableToProduceOrderQuoteError: 'No quote can be given at the moment. Try again shortly.',
  TemporarilyUnableToCreateOrderError: 'No order can be created at the moment. Try again shortly.',
  TemporarilyUnableToUpdateOrderError: 'The order cannot be changed at the moment. Try again shortly.',
  TemporarilyUnableToDeleteOrderError: 'The order cannot be deleted at the moment. Try again shortly.',
  InternalApplicationError: 'Something went wrong on our side.',
}

export const notJson = 'The body is not JSON of the form this address takes.'
export const unusableCharacters = 'The body contains characters that cannot be stored.'
export const bodyTooLarge = 'The body is too large.'
export const unknownPartner = 'There is no such booking partner.'
export const unknownProposal = 'There is no such booking request.'
export const sessionCalledOff = 'This session has been cancelled. Offer another one, or reject the request.'
export const alreadyDecided = 'This booking request has been decided already.'
export const tokenExpected =
  'A key is not a token. Exchange it for one: grant_type=client_credentials at the OpenID Connect issuer.'
export const partnerRevoked = 'This booking partner has been revoked. Register it again.'
export const keyOfOthers =
  'Another operator has registered this booking partner. Only they can replace its key.'
export const typeExpected = ({ type }: { type: string }) => `The @type of the body has to be ${type}.`
export const propertyWrong = ({ property }: { property: string }) =>
  property === '' ? 'The body is not of the form this address takes.' : `The property ${property} is wrong.`
export const customerExpected = 'The e-mail address of the customer is missing.'
export const totalExpected = ({ total }: { total: string }) => `The items come to ${total}.`
export const movedSinceQuote =
  'The session has another time or place since it was quoted. Ask for a new quote.'
export const notCancellable = 'This booking can no longer be cancelled for a refund.'
export const calledOffByVenue = 'The venue has cancelled this session.'
export const uuidExpected = 'The identifier of the order is no UUID.'
export const attendeeNeeds = 'attendee.givenName, attendee.familyName and attendee.email are needed.'
export const dateForm = 'YYYY-MM-DD'
export const tickToContinue = 'Must be ticked to book.'
export const answerNotText = 'The answer has to be text.'
export const vatExempt = 'VAT exempt'
export const vatAt = ({ rate }: { rate: number }) => `VAT at ${rate}%`
export const accessCode = 'Access code'
export const onlineRoom = 'Join online'

/** Why a partner's customer is not given another session. */
export const replacements = {
  notOfPartner: 'There is no booking of a booking partner by this number.',
  noSuchSession: 'This session cannot be offered instead. Choose another one.',
  notBooked: 'This booking has been cancelled, or its session is over.',
  noPlace: 'There is no place left in this session. Choose another one.',
}

/** A message to staff about an order that waits for their decision. */
export const requestMail = {
  subject: ({ partner }: { partner: string }) => `Booking request from ${partner}`,
  heading: 'A booking request to answer',
  asks: ({ partner }: { partner: string }) => `${partner} would like to book for a customer:`,
  at: ({ day, time }: { day: string; time: string }) => `${day}, ${time}`,
  places: ({ count }: { count: number }) => (count === 1 ? '1 place' : `${count} places`),
  until: ({ until }: { until: string }) =>
    `The places are held until ${until}. If you don't answer by then, the request is rejected.`,
  answer: 'Answer the request',
}
