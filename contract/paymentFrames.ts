/**
 * What our pages and the frames of a card company post to each other. A frame shows the company's card fields or wallets,
 * so that a page never sees a card number. Every company's frames (web/frames) speak this; the page's side is in
 * web/features/checkout.
 */

/** How the page looks, so that the frame looks the same. */
export type FrameLook = {
  fontFamily: string
  fontSize: string
  focus: string
  fonts: readonly { family: string; weight: number; url: string }[]
}

/** From the page to the card fields. */
export type ToCardFields =
  | {
      type: 'card:start'
      sessionKey: string
      /** Then only its security code is requested. */
      savedCard: { externalIdentifier: string; label: string } | null
      cardholderName: string
      /** False where the page asks for the name itself. */
      asksName: boolean
      look: FrameLook
    }
  /** `isQuiet`: what is wrong takes no focus. */
  | { type: 'card:submit'; cardholderName: string; isQuiet: boolean }
  | { type: 'card:focus'; field: string }

/** From the card fields to the page. */
export type FromCardFields =
  /** It listens. */
  | { type: 'card:ready' }
  /** How tall its content is, in CSS pixels. */
  | { type: 'card:height'; height: number }
  /** Enter was pressed in a field: pay. */
  | { type: 'card:enter' }
  | { type: 'card:done'; cardIdentifier: string; cardholderName: string }
  /** Something typed is wrong: the first, and each by field. */
  | { type: 'card:invalid'; message: string; errors: Readonly<Record<string, string>> }
  /** Something is typed into a field. */
  | { type: 'card:edited'; field: string }
  /** The session is over: prepare anew and start again. */
  | { type: 'card:expired' }
  /** The company could not be reached. */
  | { type: 'card:failed' }

/** From the page to the wallets. `amount` is pence. */
export type ToWallets =
  | {
      type: 'wallet:start'
      sessionKey: string
      amount: number
      currency: string
      formattedAmount: string
      look: FrameLook
    }
  /** After `wallet:pressed`: the page has no objection. */
  | { type: 'wallet:open' }
  /** It has one, which it shows itself. */
  | { type: 'wallet:refuse' }

/** What a wallet knows of its owner, beside the card. */
export type WalletOwner = {
  cardholderName: string
  email: string
  addressLineOne: string
  city: string
  postcode: string
}

/** From the wallets to the page. */
export type FromWallets =
  /** It listens. */
  | { type: 'wallet:ready' }
  /** In CSS pixels; 0 where this browser has no wallet. */
  | { type: 'wallet:height'; height: number }
  | { type: 'wallet:pressed' }
  | ({ type: 'wallet:done'; cardIdentifier: string } & WalletOwner)
  /** The session is over: prepare anew and start again. */
  | { type: 'wallet:expired' }
