import { operatorMessages } from '#server/messages/languages.ts'
import type { Behaviour, ReadCard } from './sql.ts'

/*
 * A card as the demo company reads it. Any number of the right length is a card here, so that the endings
 * below can be typed by hand. The number itself goes no further than this file.
 */

export type CardErrors = Partial<
  Record<'cardholderName' | 'cardNumber' | 'expiryDate' | 'securityCode', string[]>
>

/** What a card does, by its last four digits (wire §9; 0259 is ours, after Stripe's card). Any other is accepted. */
const demoCards: readonly (readonly [lastFour: string, Behaviour])[] = [
  ['0006', 'authorise'],
  ['0002', 'decline'],
  ['0003', 'challenge_pass'],
  ['0004', 'challenge_fail'],
  ['0005', 'pend'],
  ['0259', 'dispute'],
]

/** Each demo card with what it does, as a line for people who try the product. */
export const listDemoCards = (): string[] =>
  demoCards.map(([lastFour, behaviour]) =>
    operatorMessages().providers.demoCard({
      number: `4000 0000 0000 ${lastFour}`,
      does: operatorMessages().providers.demoCardDoes[behaviour],
    }),
  )

const brands: readonly [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
]

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Reads what was typed into the card form: `cardholderName`, `cardNumber`, `expiryDate` (MMYY) and
 * `securityCode`.
 * @returns the card, or what is wrong with each field
 */
export const readCard = (typed: Record<string, unknown>, now: Date): ReadCard | { errors: CardErrors } => {
  const number = text(typed['cardNumber']).replace(/[\s-]/g, '')
  const expiry = text(typed['expiryDate']).replace(/[\s/]/g, '')
  const cardHolderName = text(typed['cardholderName'])
  const errors: CardErrors = {}
  if (cardHolderName === '' || cardHolderName.length > 100)
    errors.cardholderName = [operatorMessages().providers.enterName]
  if (!/^\d{12,19}$/.test(number)) errors.cardNumber = [operatorMessages().providers.enterNumber]
  const wrongExpiry = whyNotExpiry(expiry, now)
  if (wrongExpiry !== null) errors.expiryDate = [wrongExpiry]
  if (!isSecurityCode(typed['securityCode']))
    errors.securityCode = [operatorMessages().providers.enterSecurityCode]
  if (Object.keys(errors).length > 0) return { errors }
  const lastFour = number.slice(-4)
  return {
    cardHolderName,
    brand: brands.find(([prefix]) => prefix.test(number))?.[1] ?? 'Demo',
    lastFour,
    expiry,
    behaviour: demoCards.find(([ending]) => ending === lastFour)?.[1] ?? 'authorise',
  }
}

export const isSecurityCode = (typed: unknown): boolean => /^\d{3,4}$/.test(text(typed))

const whyNotExpiry = (expiry: string, now: Date): string | null => {
  const month = Number(expiry.slice(0, 2))
  if (!/^\d{4}$/.test(expiry) || month < 1 || month > 12) return operatorMessages().providers.enterExpiryDate
  // A card is good until the end of its month.
  const ends = Date.UTC(2000 + Number(expiry.slice(2)), month, 1)
  return ends <= now.getTime() ? operatorMessages().providers.cardExpired : null
}
