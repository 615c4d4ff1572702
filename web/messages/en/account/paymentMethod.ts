/** Changing the card or bank account of a membership. */

export const cardTitle = ({ plan }: { plan: string }) => `Change card for ${plan}`
export const accountTitle = ({ plan }: { plan: string }) => `Change bank account for ${plan}`
export const cardSetUpTitle = ({ plan }: { plan: string }) => `Set up card payments for ${plan}`
export const accountSetUpTitle = ({ plan }: { plan: string }) => `Set up Direct Debit for ${plan}`
export const setUpFrom = ({ date }: { date: string }) =>
  `Give us your details once, and you can change, freeze or cancel your membership online. We collect your payments from ${date}.`
export const setUpBefore =
  "Before that day, your payments are still collected the way they are now. You don't need to cancel anything yourself."
export const memberships = 'Memberships'
export const cardLead = ({ brand, lastFour, expiry }: { brand: string; lastFour: string; expiry: string }) =>
  `We now collect your membership from your ${brand} ending in ${lastFour}, expires ${expiry}.`
export const cardGone = "We don't have a card for this membership at the moment."
export const nothingCharged = "Nothing is charged now. Your bank may ask you to confirm that it's you."
export const nextPayment = ({ date }: { date: string }) =>
  `Your next payment, on ${date}, comes from the new card.`
export const nextDebit = ({ date }: { date: string }) =>
  `Your next payment, on ${date}, comes from the new account.`
export const inProgress = 'A payment that is in progress already still comes from the old one.'
export const nameOnCard = 'Full name'
export const nameOnCardHint = 'As on your card'
export const nameMissing = 'Enter your name'
export const saveCard = 'Save card'
export const saving = 'Saving your card'
export const saveAccount = 'Save bank account'
export const back = 'Go back'
export const cardChanged = 'Your card is changed.'
export const cardSetUp = 'Your card payments are set up. You can now change your membership here.'
export const accountSetUp = 'Your Direct Debit is set up. You can now change your membership here.'
export const accountChanged = 'Your bank account is changed.'
export const scriptTitle = 'Turn on JavaScript to change your card'
export const scriptHelp = 'Turn it on in your browser and reload this page.'
export const cardSecurity = 'Card details are stored securely by our payment provider.'
export const accountSecurity =
  "Your bank details go straight to our Direct Debit provider. We don't store them."
export const oldMandate = 'The Direct Debit on your old account ends. You need not tell your bank.'

// What can go wrong
export const unchanged = "Your card isn't changed. You can try again or use another card."
export const challengeFailed = "Your bank couldn't confirm that it's you"
export const challengeLeft = 'You left the bank verification'
export const challengeLeave = "{question} Your card isn't changed then."
export const sessionExpired = 'The card form has expired'
export const sessionExpiredText = 'Enter your card again.'
export const offline = "We couldn't connect"
export const offlineText = 'Check your connection and press the button again. Nothing happens twice.'
export const refused = "We couldn't change your card"
export const checkAnswers = "Check your answers. We've marked the ones that need changing."
export const bankWaits = "We're waiting for your bank."
export const bankSlow =
  "Your bank takes longer than usual. You can close this page: we'll e-mail you when the card is changed. Until then, your payments stay as they are. If you don't hear from us within an hour, try again."
