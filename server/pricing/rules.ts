import { ageInYears, localDay } from '#contract/time.ts'
import { statusOn } from '#server/memberships/rules.ts'
import type { MembershipDays } from '#server/memberships/rules.ts'

/**
 * The VAT contained in a price, in pence. UK prices for consumers include it.
 * @param vatRate hundredths of a per cent: 2000 is 20 %
 */
export const taxWithin = (pence: number, vatRate: number): number =>
  Math.round((pence * vatRate) / (10_000 + vatRate))

export type Period = 'day' | 'week' | 'month'

/** What a member pays for certain activities, and how often it may be used. Amounts are pence. */
export type Benefit = {
  id: number
  name: string
  kind: 'free' | 'percent' | 'fixed'
  percentOff: number | null
  fixedPrice: number | null
  /** null: no limit. */
  allowance: number | null
  allowancePeriod: Period | null
  /** null: all venues of its plan. */
  activityIds: readonly number[] | null
}

/** A use that counts towards the allowance, and for the member's place at an occurrence. */
export type CountedUse = {
  benefitId: number
  itemId: number
  day: string
  /** null: another customer named the member by their reference, which takes no benefit from the member. */
  occurrenceId: number | null
}

/** A customer's part in a membership. `id` is the wire's membership_user_id. */
export type Member = MembershipDays & {
  id: number
  planName: string
  venueIds: readonly number[]
  benefits: readonly Benefit[]
  uses: readonly CountedUse[]
}

export type HeldPackage = {
  id: number
  name: string
  boughtOn: string
  /** The last day on which it may be used. */
  expiresOn: string
  /** Visits that are neither used nor reserved. */
  left: number
  activityIds: readonly number[]
  /** Visits reserved for lines of baskets. */
  reserved: readonly { itemId: number; visits: number }[]
}

/** What decides the price for a person. */
export type Wallet = {
  personId: number
  dateOfBirth: string | null
  /** Types of documents they have, each with its last valid day. */
  proofs: readonly { type: string; until: string | null }[]
  members: readonly Member[]
  packages: readonly HeldPackage[]
}

/** What is to be priced: an option of an activity on a day of its calendar. */
export type ToPrice = {
  option: Pick<OptionOnOffer, 'price'>
  quantity: number
  /** Places per unit: a family ticket may take four. */
  places: number
  activityId: number
  venueId: number
  day: string
  /** The line, whose own uses do not count against it; null when it is not in a basket. */
  itemId: number | null
  /** null or absent: uses at the same occurrence do not matter. */
  occurrenceId?: number | null
}

export type Wants = {
  benefit: boolean
  package: boolean
  /** Only benefits without an allowance: another customer named the person by their reference. */
  onlyUnlimited?: boolean
  /** Which of the customer's memberships pays. */
  memberId?: number | null
}

export type Applied =
  | { type: 'membership'; benefitId: number; memberId: number; name: string; planName: string }
  | { type: 'package'; packageId: number; visits: number; name: string }

export type Priced = {
  /** Pence per unit, before discounts. */
  unitPrice: number
  quantity: number
  /** Pence off the whole line. */
  discount: number
  total: number
  applied: Applied | null
}

/** `benefit_available` of the wire. */
export type Available = { id: number; name: string; type: 'membership' | 'package' }

/** The period in which an allowance is counted, as a key. Weeks begin on Monday. */
export const periodOf = (day: string, period: Period): string => {
  if (period === 'day') return day
  if (period === 'month') return day.slice(0, 7)
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return `week of ${date.toISOString().slice(0, 10)}`
}

/**
 * The price of a ticket with a benefit, in pence; never more than without. A benefit pays for the member's own place: of a
 * ticket that takes several the others cost their share of its price.
 */
export const memberPrice = (
  { price, places }: { price: number; places: number },
  benefit: Pick<Benefit, 'kind' | 'percentOff' | 'fixedPrice'>,
): number => {
  // Rounded in the member's favour.
  const own = Math.ceil(price / places)
  return price - own + priceOfPlace(own, benefit)
}

const priceOfPlace = (
  price: number,
  { kind, percentOff, fixedPrice }: Pick<Benefit, 'kind' | 'percentOff' | 'fixedPrice'>,
): number => {
  if (kind === 'free') return 0
  if (kind === 'fixed') return Math.min(price, fixedPrice ?? price)
  return price - Math.round((price * (percentOff ?? 0)) / 100)
}

const isActiveOn = (member: Member, day: string): boolean => statusOn(member, day) === 'active'

const covers = (
  benefit: Benefit,
  member: Member,
  { activityId, venueId, day }: Pick<ToPrice, 'activityId' | 'venueId' | 'day'>,
): boolean =>
  isActiveOn(member, day) &&
  member.venueIds.includes(venueId) &&
  (benefit.activityIds === null || benefit.activityIds.includes(activityId))

/** The remaining uses of a benefit in the period of a day; the line's own uses do not count. */
const usesLeft = (benefit: Benefit, member: Member, day: string, itemId: number | null): number => {
  const { allowance, allowancePeriod } = benefit
  if (allowance === null || allowancePeriod === null) return Infinity
  const period = periodOf(day, allowancePeriod)
  const counted = member.uses.filter(
    (use) =>
      use.benefitId === benefit.id && use.itemId !== itemId && periodOf(use.day, allowancePeriod) === period,
  )
  return allowance - counted.length
}

/** Whether a benefit pays for the person's place at the occurrence already, on another line. */
const hasPaidPlace = ({ occurrenceId, itemId }: ToPrice, { members }: Wallet): boolean =>
  occurrenceId !== undefined &&
  occurrenceId !== null &&
  members.some(({ uses }) => uses.some((use) => use.occurrenceId === occurrenceId && use.itemId !== itemId))

type Candidate = { applied: Applied; discount: number; isScarce: boolean }

/** Benefits for an occasion, used-up ones included. */
const benefitsOf = (occasion: ToPrice, wallet: Wallet, wants: Wants): (Candidate & { left: number })[] => {
  // A benefit pays for the member's own place: one of several tickets.
  const isPaid = hasPaidPlace(occasion, wallet)
  const named = wallet.members.find((member) => member.id === wants.memberId)
  return (named === undefined ? wallet.members : [named]).flatMap((member) =>
    member.benefits.flatMap((benefit) => {
      const isScarce = benefit.allowance !== null
      if (!covers(benefit, member, occasion) || (wants.onlyUnlimited === true && isScarce)) return []
      const { price } = occasion.option
      const discount = price - memberPrice({ price, places: occasion.places }, benefit)
      if (discount <= 0) return []
      const left = isPaid ? 0 : usesLeft(benefit, member, occasion.day, occasion.itemId)
      return {
        applied: {
          type: 'membership' as const,
          benefitId: benefit.id,
          memberId: member.id,
          name: benefit.name,
          planName: member.planName,
        },
        discount,
        isScarce,
        left,
      }
    }),
  )
}

const packagesOf = (occasion: ToPrice, wallet: Wallet): Candidate[] =>
  wallet.packages.flatMap((held) => {
    if (
      !held.activityIds.includes(occasion.activityId) ||
      occasion.places !== 1 ||
      occasion.option.price === 0
    )
      return []
    if (occasion.day < held.boughtOn || occasion.day > held.expiresOn) return []
    const own = held.reserved.find((one) => one.itemId === occasion.itemId)?.visits ?? 0
    const visits = Math.min(occasion.quantity, held.left + own)
    if (visits <= 0) return []
    return {
      applied: {
        type: 'package' as const,
        packageId: held.id,
        visits,
        name: held.name,
      },
      discount: visits * occasion.option.price,
      isScarce: true,
    }
  })

/** The largest discount first; of two that save as much, the one without an allowance. */
const compareCandidates = (a: Candidate, b: Candidate): number =>
  b.discount - a.discount || Number(a.isScarce) - Number(b.isScarce)

const candidatesOf = (occasion: ToPrice, wallet: Wallet | null, wants: Wants): Candidate[] => {
  if (wallet === null) return []
  const benefits = wants.benefit ? benefitsOf(occasion, wallet, wants).filter(({ left }) => left > 0) : []
  const packages = wants.package && wants.onlyUnlimited !== true ? packagesOf(occasion, wallet) : []
  // Benefits stay before visits that save as much: those were paid for.
  return [...benefits, ...packages].toSorted(compareCandidates)
}

const keyOf = (applied: Applied): string =>
  applied.type === 'membership'
    ? `membership ${applied.memberId} ${applied.benefitId}`
    : `package ${applied.packageId}`

export const isSameDiscount = (a: Applied, b: Applied): boolean => keyOf(a) === keyOf(b)

const usageOf = (applied: Applied | null): string =>
  applied === null
    ? ''
    : `${keyOf(applied)}, ${applied.type === 'package' ? `${applied.visits} visits` : 'one use'}`

/** Whether two lines use the same discount, and as many visits of it. */
export const isSameUse = (a: Applied | null, b: Applied | null): boolean => usageOf(a) === usageOf(b)

/**
 * What a person pays for an occasion.
 * @param wallet null while the customer is unknown
 * @param current what is applied to the line already: it stays while it is valid
 */
export const priceOf = (
  occasion: ToPrice,
  wallet: Wallet | null,
  wants: Wants,
  current: Applied | null = null,
): Priced => {
  const candidates = candidatesOf(occasion, wallet, wants)
  const chosen =
    (current === null ? undefined : candidates.find(({ applied }) => isSameDiscount(applied, current))) ??
    candidates[0]
  const { price } = occasion.option
  const discount = chosen?.discount ?? 0
  return {
    unitPrice: price,
    quantity: occasion.quantity,
    discount,
    total: price * occasion.quantity - discount,
    applied: chosen?.applied ?? null,
  }
}

/** The benefit or the package that could pay for an occasion, whether it does or not. */
export const availableFor = (
  occasion: ToPrice,
  wallet: Wallet | null,
  wants: Partial<Wants> = {},
): Available | null => {
  const [first] = candidatesOf(occasion, wallet, { benefit: true, package: true, ...wants })
  return first === undefined ? null : availableOf(first.applied)
}

const availableOf = (applied: Applied): Available =>
  applied.type === 'membership'
    ? { id: applied.benefitId, name: applied.name, type: 'membership' }
    : { id: applied.packageId, name: applied.name, type: 'package' }

/** The name of a benefit that would pay, had it not been used up. */
export const findUsedUpBenefit = (occasion: ToPrice, wallet: Wallet | null, wants: Wants): string | null => {
  if (wallet === null) return null
  const benefits = benefitsOf(occasion, wallet, wants)
  return benefits.some(({ left }) => left > 0) ? null : (benefits[0]?.applied.name ?? null)
}

/** Why a customer may not have a price, or null. An unknown age is accepted; a proof is required. */
export const whyNotOption = (
  { proof, ageMin, ageMax }: Pick<OptionOnOffer, 'proof' | 'ageMin' | 'ageMax'>,
  wallet: Wallet | null,
  day: string,
): 'age' | 'document_required' | null => {
  if (wallet !== null && wallet.dateOfBirth !== null) {
    const age = ageInYears(wallet.dateOfBirth, day)
    if (age < (ageMin ?? 0) || age > (ageMax ?? Infinity)) return 'age'
  }
  if (proof === null) return null
  const holds = wallet?.proofs.some(({ type, until }) => type === proof && (until === null || until >= day))
  return holds === true ? null : 'document_required'
}
/* The prices of an occurrence that a person may choose from. */

/** A pricing option at its price of a day. `price` is pence. */
export type OptionOnOffer = {
  id: number
  name: string
  price: number
  band: string
  ticketTypeId: number | null
  concession: boolean
  /** Hundredths of a per cent; null: its activity's. */
  vatRate: number | null
  /** Who may take it: the type of document they need, and their age on the day. */
  proof: string | null
  ageMin: number | null
  ageMax: number | null
}

/** A price that begins on a day. Pence. */
export type PriceStep = { fromDay: string; price: number }

/** What an option costs, whenever. Which of its prices holds, `priceOn` alone decides. */
export type PricesInTime = {
  /** Pence, before the first step. */
  firstPrice: number
  /** The earliest first. */
  steps: readonly PriceStep[]
  /** Whether the day of the session counts or the day of the sale. */
  pricesBy: 'session' | 'sale'
}

/** A pricing option with its prices in time, as `activity_on_offer` has it. */
export type ListedOption = Omit<OptionOnOffer, 'price'> & PricesInTime

/** When something costs what it costs: the day of the session by the clock of its venue, and the moment of the sale. */
export type PriceDate = { localDate: string; timezone: string; now: Date }

/**
 * What an option costs: its last step not after the day. Everything that displays or charges a price reads it here;
 * SQL that compares prices calls `price_on`.
 */
export const priceOn = (
  { firstPrice, steps, pricesBy }: PricesInTime,
  { localDate, timezone, now }: PriceDate,
): number => {
  if (steps.length === 0) return firstPrice
  const day = pricesBy === 'sale' ? localDay(now, timezone) : localDate
  return steps.findLast(({ fromDay }) => fromDay <= day)?.price ?? firstPrice
}

/** An option at its price of a day. */
export const optionOn = (option: ListedOption, on: PriceDate): OptionOnOffer => {
  const { firstPrice: _first, steps: _steps, pricesBy: _by, ...rest } = option
  return { ...rest, price: priceOn(option, on) }
}

/**
 * The options of an occurrence's price band, the default first. A band without options of its own uses those without
 * a band.
 * @param ticketTypeId null for occurrences without ticket types
 */
export const listedFor = <O extends Pick<ListedOption, 'band' | 'ticketTypeId'>>(
  options: readonly O[],
  band: string,
  ticketTypeId: number | null,
): O[] => {
  const ofTicket = options.filter((option) => option.ticketTypeId === ticketTypeId)
  const ofBand = ofTicket.filter((option) => option.band === band)
  return ofBand.length > 0 ? ofBand : ofTicket.filter((option) => option.band === '')
}

/** The same at their prices of the day. */
export const optionsFor = (
  options: readonly ListedOption[],
  band: string,
  ticketTypeId: number | null,
  on: PriceDate,
): OptionOnOffer[] => listedFor(options, band, ticketTypeId).map((option) => optionOn(option, on))

/** Whether a price is unrestricted. */
export const isUnrestricted = ({
  proof,
  ageMin,
  ageMax,
}: Pick<OptionOnOffer, 'proof' | 'ageMin' | 'ageMax'>): boolean =>
  proof === null && ageMin === null && ageMax === null

/** A line of a basket, as pricing reads it. Amounts are pence. */
export type LineToPrice = Omit<ToPrice, 'option' | 'itemId'> & {
  id: number
  occurrenceId: number | null
  /** The prices it may be had at, the default first. */
  options: readonly OptionOnOffer[]
  optionId: number
  unitPrice: number
  discount: number
  applied: Applied | null
  /** The person whose price it has. */
  personId: number | null
  onlyUnlimited: boolean
  memberId: number | null
  /** null: not decided yet. */
  wantsBenefit: boolean | null
  wantsPackage: boolean | null
}

export type PricedLine = Priced & {
  id: number
  optionId: number
  /** The prices that the person may have, of which `optionId` is one. */
  optionIds: number[]
  isPriceChanged: boolean
  isUseChanged: boolean
  /** Its defaults have been decided by this pricing. */
  isSettled: boolean
  availableBenefit: Available | null
  availablePackage: Available | null
  /** The benefit that would pay for it if its allowance were not used up. */
  usedUp: string | null
}

/** Whether a line has never been priced for a known customer: nobody has decided what it may use. */
export const isUndecided = ({
  wantsBenefit,
  wantsPackage,
}: Pick<LineToPrice, 'wantsBenefit' | 'wantsPackage'>): boolean =>
  wantsBenefit === null || wantsPackage === null
