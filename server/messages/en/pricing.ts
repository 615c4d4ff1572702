import { plural } from './format.ts'

type Reduced = { full: string; discount: string }

export const severalAt = ({ quantity, price }: { quantity: number; price: string }) =>
  `${quantity} × ${price}`
export const lessBenefit = ({ full, discount, plan }: Reduced & { plan: string }) =>
  `${full} less ${discount} ${plan} benefit`
export const lessVisits = ({ full, discount, visits, pack }: Reduced & { visits: number; pack: string }) =>
  plural(visits, {
    one: `${full} less ${discount}, one visit of ${pack}`,
    other: `${full} less ${discount}, ${visits} visits of ${pack}`,
  })
export const logInForReference = 'Log in to use a customer number.'
export const oneTicketByReference = 'A customer number is valid for one ticket per session.'
export const referenceUsed = 'This customer number has already been used for this session.'
export const noDiscount = "This customer number doesn't give a discount on these tickets."

// The full prices of an activity
const bands: Readonly<Record<string, string>> = { peak: 'peak', 'off-peak': 'off-peak' }
/** What tells one price of an activity from another: "Adult", "Standard, peak". */
export const priceName = ({
  ticket,
  option,
  band,
}: {
  ticket: string | null
  option: string
  band: string
}) => [ticket ?? option, ...(band === '' ? [] : [bands[band] ?? band])].join(', ')
/** The same of a ticket that has several: "Adult, Concession", "Adult, Standard, peak". */
export const ticketPriceName = ({ ticket, option, band }: { ticket: string; option: string; band: string }) =>
  priceName({ ticket: null, option: `${ticket}, ${option}`, band })

/** What a visit of an expired package is called that has been given back in a package of its own. */
export const visitReturned = 'Given back in a new package'

// Prices that begin on a day
export const priceInFull = ({ venue, activity, price }: { venue: string; activity: string; price: string }) =>
  `${venue}: ${activity}, ${price}`
export const pricesChangedMeanwhile = 'These prices have changed since you looked. Check them again.'
export const dayHasPassed = 'This day has passed. Choose today or a later day.'
export const stepHasBegun = 'This price has begun. Set a new one from a later day.'
export const sameDayTwice = 'A price is there twice for the same day.'
export const nothingChanges = 'These are the prices already.'
/** `percent` null: it has cost nothing. */
export const priceJump = ({
  name,
  from,
  to,
  percent,
}: {
  name: string
  from: string
  to: string
  percent: number | null
}) =>
  `${name}: ${from} → ${to}${percent === null ? '' : ` (${percent > 0 ? '+' : '−'}${Math.abs(percent)} %)`}. Type ${to} to confirm.`

export const file = {
  unreadable: 'This is no CSV table. Download the prices and change that file.',
  columnsMissing: ({ columns }: { columns: readonly string[] }) =>
    `The first line has no ${columns.join(', ')}. Download the prices and change that file.`,
  unknownPrice: ({ price }: { price: string }) => `There is no price ${price}.`,
  notADay: ({ cell }: { cell: string }) => `“${cell}” is no day. Write it as 2027-01-01.`,
  notAPrice: ({ cell }: { cell: string }) => `“${cell}” is no price. Write it as 6.20.`,
  tooMany: ({ most }: { most: number }) => `These are more than ${most} prices. Divide the file.`,
} as const
