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
