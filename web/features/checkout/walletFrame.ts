import type { FrameLook, FromWallets, ToWallets } from '#contract/paymentFrames.ts'
import type { PreparedCheckout } from '#contract/transactions.ts'
import type { IdentifiedCard } from './cardInput.ts'
import type { PayerFields } from './checkoutFields.ts'

/** What a wallet knows of its owner, and the card that they chose in it. */
export type WalletPayment = {
  card: Required<Pick<IdentifiedCard, 'cardIdentifier' | 'cardholderName'>>
  payer: Pick<
    PayerFields,
    'email' | 'billingName' | 'billingAddressLineOne' | 'billingCity' | 'billingPostcode'
  >
}

/** What the frame posts, with the wallet's payment as checkout takes it. */
export type WalletMessage =
  | Exclude<FromWallets, { type: 'wallet:done' }>
  | { type: 'wallet:done'; payment: WalletPayment }

/** A frame may not grow beyond this, px. */
const maxHeight = 600

/** Null for anything else: any window may post to this one. */
export const readWalletMessage = (data: unknown): WalletMessage | null => {
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  const { type, height } = message
  const textOf = (name: string): string => {
    const value = message[name]
    return typeof value === 'string' ? value : ''
  }
  if (type === 'wallet:ready' || type === 'wallet:pressed' || type === 'wallet:expired') return { type }
  if (type === 'wallet:height')
    return typeof height === 'number' && height >= 0
      ? { type, height: Math.min(Math.ceil(height), maxHeight) }
      : null
  if (type !== 'wallet:done' || textOf('cardIdentifier') === '') return null
  return {
    type,
    payment: {
      card: { cardIdentifier: textOf('cardIdentifier'), cardholderName: textOf('cardholderName') },
      payer: {
        email: textOf('email'),
        billingName: textOf('cardholderName'),
        billingAddressLineOne: textOf('addressLineOne'),
        billingCity: textOf('city'),
        billingPostcode: textOf('postcode'),
      },
    },
  }
}

/** `amount` (pence): what is to be paid now, which credit may have changed since the session was prepared. */
export const startWallets = (
  { sessionKey, paymentProviderConfiguration: { currency } }: PreparedCheckout,
  amount: number,
  formattedAmount: string,
  look: FrameLook,
): ToWallets => ({ type: 'wallet:start', sessionKey, amount, currency, formattedAmount, look })
