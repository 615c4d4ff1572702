/** What a tender is, wherever one is taken, counted or refunded. Its words are in the catalogues, by the same ids. */
type Tender = {
  /** Who may take it: a payer online, the desk for a basket, the desk for an order placed before, a booking partner. */
  takenBy: readonly ('payer' | 'desk' | 'desk_later' | 'partner')[]
  /** Its place when a till is counted: cash first. */
  counted: number
  /** How it is refunded. `by_hand`: in cash, or as credit to an account; null: nothing has been taken. */
  refund: 'credit' | 'account' | 'by_hand' | 'partner' | 'card' | null
  /** What the desk enters besides the amount: the cash received, which credit, the number on the paper, the card. */
  asks: 'received' | 'credit_type' | 'number' | 'card' | null
}

/** Every tender, in the order in which they are offered. The database checks that nothing else is stored. */
export const tenders = {
  cash: { takenBy: ['desk', 'desk_later'], counted: 1, refund: 'by_hand', asks: 'received' },
  'offline-voucher': { takenBy: ['desk'], counted: 3, refund: 'by_hand', asks: 'number' },
  cheque: { takenBy: ['desk'], counted: 2, refund: 'by_hand', asks: 'number' },
  card: { takenBy: ['payer'], counted: 4, refund: 'card', asks: null },
  card_terminal: { takenBy: ['desk', 'desk_later'], counted: 5, refund: 'by_hand', asks: 'card' },
  credit: { takenBy: ['payer', 'desk'], counted: 6, refund: 'credit', asks: 'credit_type' },
  customer_account_online: { takenBy: ['payer'], counted: 7, refund: 'account', asks: null },
  booking_partner: { takenBy: ['partner'], counted: 8, refund: 'partner', asks: null },
  /** Not paid yet: what is owed on arrival. Becomes the tender that the desk takes then. */
  at_venue: { takenBy: ['desk', 'partner'], counted: 9, refund: null, asks: null },
} as const satisfies Record<string, Tender>

type Tenders = typeof tenders
export type TenderId = keyof Tenders

/** The tenders whose fact `Key` is, or has among it, `Value`. */
type Having<Key extends keyof Tender, Value> = {
  [Id in TenderId]: Tenders[Id][Key] extends readonly (infer One)[]
    ? Value extends One
      ? Id
      : never
    : Tenders[Id][Key] extends Value
      ? Id
      : never
}[TenderId]

export const tenderIds = Object.keys(tenders) as TenderId[]

const takenBy = <Who extends Tender['takenBy'][number]>(who: Who) =>
  tenderIds.filter((id): id is Having<'takenBy', Who> => tenders[id].takenBy.some((one) => one === who))

/** What can pay online. */
export const onlineTenders = takenBy('payer')
export type OnlineTender = (typeof onlineTenders)[number]

/** What can be chosen at the counter: what is taken there, or payment on arrival. */
export const deskTenders = takenBy('desk')
export type DeskTender = (typeof deskTenders)[number]

/** What can be taken over the counter for an order that was placed before. */
export const laterTenders = takenBy('desk_later')
export type LaterTender = (typeof laterTenders)[number]

/** The tender of what is paid on arrival. */
export const venueTender = 'at_venue' satisfies TenderId

/** What lies in a till or its terminal, and is counted when it is closed. */
export const countedTenders = [
  'cash',
  'cheque',
  'offline-voucher',
  'card_terminal',
] as const satisfies TenderId[]
export type CountedTender = (typeof countedTenders)[number]

/** What has a number: that of a cheque or voucher. */
export type NumberedTender = Having<'asks', 'number'>
export const isNumbered = (id: TenderId): id is NumberedTender => tenders[id].asks === 'number'

/**
 * Where a refund goes. `desk`: it is handed out in cash. `partner`: a booking partner pays its customer back itself.
 * `entered`: the tender as which staff's refunds stand in the till; null where none is entered, or cash is when it is
 * handed out.
 */
export const refundDestinations = {
  credit: { entered: 'credit' },
  card: { entered: 'card' },
  account: { entered: 'customer_account_online' },
  desk: { entered: null },
  partner: { entered: null },
} as const satisfies Record<string, { entered: TenderId | null }>

export type RefundDestination = keyof typeof refundDestinations
/** `cash`: the desk hands it out at once. */
export type RefundPlace = RefundDestination | 'cash'
export const refundDestinationIds = Object.keys(refundDestinations) as RefundDestination[]
