import { list } from '#messages/format.ts'

/** Parts of the checkout that its first page seldom shows: the bank's page, progress, test cards, login. */

export const bookActivity = 'Book an activity'
export const createAccount = 'Create an account'
export const loginTitle = 'Log in to pay'
export const loginText = ({ names }: { names: readonly string[] }) =>
  `You need an account to book ${list(names)}. We'll keep your basket.`
export const testMode = '{mode} No money is taken.'
export const testModeLabel = 'Test mode:'
export const testCards = 'Test cards'
export const testCardsHint = 'Use any name, any future date and any three digits.'
export const testCardAccepted = 'Accepted (so is any other number)'
export const testCardDeclined = 'Declined'
export const testCardChallengePasses = 'Bank check, approved'
export const testCardChallengeFails = 'Bank check, refused'
export const testCardPending = 'Bank takes a long time'
export const testCardDisputed = 'Accepted, disputed after a minute, lost after an hour'
export const logInForBasket = 'If you were logged in, log in again to see your basket.'
export const timeRanOut = 'Your time ran out'
export const timeRanOutText = "We saved your basket. Reserve your places again if they're still available."
export const holdsEndedText =
  "Your places are no longer held. We've kept everything you typed. Hold your places again to go on."
export const holdAgain = 'Hold my places again'
export const nothingLeft = "There's nothing left to pay for"
export const goToBasket = 'Go to basket'
export const challengeTitle = 'Your bank needs to verify you'
export const challengeFrame = 'Bank verification'
export const challengeClose = 'Leave bank verification'
export const challengeLeave =
  "{question} You haven't been charged, and we'll hold your places while you try again."
export const challengeLeaveQuestion = 'Leave bank verification?'
export const challengeContinue = 'Continue with my bank'
export const leave = 'Leave'
export const challengeApp = 'You can also approve in your banking app. This page updates automatically.'
export const waitingForBank = 'Waiting for your bank'
export const bankApproved = 'Your bank approved the payment'
export const bookingPlaces = 'Booking your places'
export const placesBooked = 'Your places are booked'
export const booked = "You're booked"
export const bankIsWaiting = 'Your bank is waiting for you'
export const checkingWithBank = 'Checking with your bank'
export const stillChecking = 'Still checking with your bank'
export const stepDone = ', done'
export const stepCurrent = ', in progress'
export const stepToDo = ', not started'
export const bankIsWaitingText =
  "Your bank is still waiting for your answer, maybe in its app. You haven't been charged yet. If you closed the bank's page, start again."
export const startAgain = 'Start again'
export const slowBank =
  "We're still checking with your bank. You won't be charged twice. You can close this page: we'll e-mail you as soon as we know."
export const slowOrder =
  "This is taking longer than usual. You won't be charged twice. You can close this page: we'll e-mail you as soon as we know."
export const slowReference = 'Your reference is {reference}.'
export const goingToConfirmation = 'Taking you to your confirmation'
export const keepPageOpen = 'Keep this page open for a moment'

// Wallets
export const wallets = 'Wallets'
export const orFillIn = 'or enter your details'

// The fields of a card
export const cardUnavailable = "The card form couldn't load. Try again."
export const cardDetails = 'Card details'
export const cardCompanyUnreachable =
  "We couldn't reach the payment provider. You haven't been charged. Try again."
export const cardInvalid = 'Check the card details'

// Credit
/** The exact texts of the specification, section 8. */
export const creditApplied = 'Credit successfully applied.'
export const creditNotApplied = 'Credit amount could not be applied.'
export const creditNotUsed = "We've saved your credit for another time."
export const applyCredit = ({ amount }: { amount: string }) => `Use ${amount} credit`
export const applyMembershipCredit = ({ amount }: { amount: string }) => `Use ${amount} membership credit`
export const creditRemaining = ({ amount }: { amount: string }) => `${amount} credit remaining`
export const toPayNow = 'To pay: {amount}'
export const nothingLeftToPay = 'Nothing left to pay'
