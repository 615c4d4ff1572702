import { money } from '#contract/money.ts'
import type { HouseholdPerson } from '#contract/timetable.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import { formatPrice } from '#server/pricing/prices/rules.ts'
import { priceOf, whyNotOption } from '#server/pricing/rules.ts'
import type { ToPrice, Wallet } from '#server/pricing/rules.ts'
import type { OfferingRow } from '#server/timetable/days/queries.ts'
import type { DayOccurrence } from '#server/timetable/days/rules.ts'
import type { Form } from '#server/timetable/rules.ts'
import { onlyAges, whyNotEligible } from '#server/waivers/rules.ts'
import type { Candidate } from '#server/waivers/rules.ts'

type Ticket = HouseholdPerson['tickets'][number]

export type PersonalOffers = { offering: OfferingRow; form: Form; day: string }

/** The tickets that suit a person's age, with what they pay for each. A ticket for several people is no one's own. */
export const ticketsFor = (
  { options, tickets }: Pick<DayOccurrence, 'options' | 'tickets'>,
  candidate: Candidate,
  firstName: string | null,
  wallet: Wallet | null,
  offers: PersonalOffers,
): Ticket[] => {
  if (tickets.length === 0) {
    return ticketOf({ ticketId: null, name: null }, options, wallet, offers)
  }
  return tickets
    .filter(({ type }) => type.places === 1 && whyNotEligible(onlyAges(type), candidate, firstName) === null)
    .flatMap(({ type, options: ofType }) =>
      ticketOf(
        { ticketId: offers.form === 'v1' ? type.id : type.publicId, name: type.name },
        ofType,
        wallet,
        offers,
      ),
    )
}

const ticketOf = (
  ticket: Pick<Ticket, 'ticketId' | 'name'>,
  options: readonly OptionOnOffer[],
  wallet: Wallet | null,
  offers: PersonalOffers,
): Ticket[] => {
  const allowed = options.filter((option) => whyNotOption(option, wallet, offers.day) === null)
  if (allowed.length === 0) return []
  return [{ ...ticket, options: allowed.map((option) => optionFor(option, wallet, offers)) }]
}

/** A price as the basket will have it: the person's benefit counts at once, a package only when it is chosen. */
const optionFor = (
  option: OptionOnOffer,
  wallet: Wallet | null,
  { offering, day }: PersonalOffers,
): Ticket['options'][number] => {
  const { activityId, venueId, currencySymbol } = offering
  const occasion: ToPrice = { option, quantity: 1, places: 1, activityId, venueId, day, itemId: null }
  const own = priceOf(occasion, wallet, { benefit: true, package: false })
  const byPackage = priceOf(occasion, wallet, { benefit: false, package: true })
  const { applied } = byPackage
  const held =
    applied?.type === 'package' ? wallet?.packages.find(({ id }) => id === applied.packageId) : undefined
  return {
    id: option.id,
    name: option.name,
    price: formatPrice(own.total, currencySymbol, false, own),
    benefit:
      own.applied?.type === 'membership'
        ? {
            name: own.applied.name,
            planName: own.applied.planName,
            saves: money(own.discount, currencySymbol),
          }
        : null,
    package:
      held === undefined || own.total === 0
        ? null
        : {
            id: held.id,
            name: held.name,
            visitsLeft: held.left,
            price: formatPrice(byPackage.total, currencySymbol, false, byPackage),
          },
  }
}
