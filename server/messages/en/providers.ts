// Why a card was not accepted
export const declined = 'The card was declined.'

export const notRecognised = 'These card details are no longer valid. Enter them again.'

export const expiredCard = 'This card has expired. Use another card.'

export const insufficientFunds = "There isn't enough money on this card. Use another card."

export const wrongSecurityCode = 'The security code is wrong. Check it and try again.'

export const detailsNotAccepted = 'These card details were not accepted.'

// Card form
export const cardDetails = 'Card details'

export const nameOnCard = 'Name on card'

export const cardNumber = 'Card number'

export const expiryDate = 'Expiry date'

export const expiryDateHint = 'MM/YY'

export const securityCode = 'Security code'

export const securityCodeHint = '3 or 4 digits on the card'

export const pay = 'Pay'

export const scriptNeeded = 'Turn on JavaScript to pay by card.'

export const formNotLoaded = "The card form couldn't load. Try again."

export const enterName = 'Enter the name on the card.'

export const enterNumber = 'Enter the number on the front of the card.'

export const enterExpiryDate = 'Enter the expiry date as MM/YY, like 09/30.'

export const enterSecurityCode = 'Enter the 3 or 4 digits of the security code.'

export const cardExpired = 'This card has expired.'

export const detailsInvalid = 'Check your card details.'

export const sessionUnknown = 'The card form has expired. Enter your card again.'

export const cardUnknown = "We couldn't find this card. Enter it again."

// Wallets
export const wallets = 'Wallets'

export const demoWallet = 'Demo wallet'

export const payWithDemoWallet = 'Pay with Demo wallet'

export const demoWalletPayer = 'Robin Example'

export const demoWalletCard = 'Card'

/** What a demo card does, by its behaviour. */
export const demoCardDoes = {
  authorise: 'is accepted',
  decline: 'is declined',
  challenge_pass: 'is verified by the bank',
  challenge_fail: 'fails verification',
  pend: 'stays pending',
  dispute: 'is accepted, and disputed a minute later',
} as const
export const demoCard = ({ number, does }: { number: string; does: string }) => `${number} ${does}`

export const demoWalletCards = {
  accepted: 'Visa ending 0001: accepted',
  declined: 'Visa ending 0002: declined',
  challenged: 'Visa ending 0003: the bank asks first',
  pending: 'Visa ending 0005: takes a while',
}

export const payTotal = 'Pay {total}'

export const closeWallet = 'Close'

export const walletFailed = "The wallet couldn't be reached. Try again."

// The bank verifies the cardholder
export const demoBank = 'Demo bank'

export const demoQuestion = 'The demo bank needs to check that you are paying {amount}. No money moves.'

export const demoSaveQuestion =
  'The demo bank needs to check that you want to save this card for later payments. No money moves.'

export const demoContinue = 'Continue'

export const toYourBank = 'Your bank'

export const continueToBank = 'Continue to your bank'

export const nothingToConfirm = 'Nothing to confirm'

export const backToShop = 'There is nothing to confirm here. Go back to the booking page.'

export const signatureInvalid = 'The signature is not valid.'
export const enterAccountName = 'Enter the name on the account.'

export const nameTooLong = 'Use 60 characters or fewer.'

export const enterSortCode = 'Enter the 6 digits of the sort code, like 12-34-56.'

export const enterAccountNumber = 'Enter the 8 digits of the account number.'

export const numbersMismatch = "This account number doesn't match the sort code. Check both."
// Fields of a pass in a phone's wallet
export const day = 'Day'

export const time = 'Time'

export const people = 'For'

export const order = 'Order'

export const where = 'Where'

export const fromTo = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`

/** More than one session in one order. */
export const andOthers = ({ title, count }: { title: string; count: number }) =>
  count === 0 ? title : `${title} and ${count} more`
