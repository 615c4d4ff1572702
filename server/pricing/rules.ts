import { formatted, money } from '#contract/money.ts'
import type { Price } from '#contract/shapes.ts'
import { ageInYears } from '#contract/time.ts'
import { statusOn } from '#server/memberships/rules.ts'
import type { MembershipDays } from '#server/memberships/rules.ts'

/** A price option as pricing reads it. `price` is pence. */
export type OptionOnOffer = {
  id: number
  name: string
  price: number
  band: string
  ticketTypeId: number | null
  concession: boolean
  /** Who may take it: the kind of document they must have shown, and their age on the day. */
  proof: string | null
  ageMin: number | null
  ageMax: number | null
}

/**
 * The options that stand for an occurrence of a band, the default first. A band without prices of its own is
 * sold at the prices of no band.
 * @param ticketTypeId null for what is not sold by tickets
 */
export const optionsFor = <O extends Pick<OptionOnOffer, 'band' | 'ticketTypeId'>>(
  options: readonly O[],
  band: string,
  ticketTypeId: number | null,
): O[] => {
  const ofTicket = options.filter((option) => option.ticketTypeId === ticketTypeId)
  const ofBand = ofTicket.filter((option) => option.band === band)
  return ofBand.length > 0 ? ofBand : ofTicket.filter((option) => option.band === '')
}

/** PRICE of the wire. `isEstimated` while nobody knows who will pay. */
export const formatPrice = (
  pence: number,
  symbol: string,
  isEstimated: boolean,
  off: Pick<Priced, 'applied' | 'unitPrice' | 'quantity' | 'discount'> | null = null,
): Price => {
  const amount = money(pence, symbol)
  const price = {
    formattedAmount: amount.formatted,
    isEstimated,
    benefitApplied: off?.applied?.type === 'membership',
    packageApplied: off?.applied?.type === 'package',
    explanation: off === null ? null : explainPrice(off, symbol),
    ...amount,
  }
  return off === null || off.discount === 0 ? price : { full: off.unitPrice * off.quantity, ...price }
}

/**
 * The VAT contained in a price, in pence. UK prices for consumers include it.
 * @param vatRate hundredths of a per cent: 2000 is 20 %
 */
export const taxWithin = (pence: number, vatRate: number): number =>
  Math.round((pence * vatRate) / (10_000 + vatRate))

export type Period = 'day' | 'week' | 'month'

/** What a member pays for certain activities, and how often. Amounts are pence. */
export type Benefit = {
  id: number
  name: string
  kind: 'free' | 'percent' | 'fixed'
  percentOff: number | null
  fixedPrice: number | null
  /** null: as often as one likes. */
  allowance: number | null
  allowancePeriod: Period | null
  /** null: all of the venues of its plan. */
  activityIds: readonly number[] | null
}

/** A use of a benefit that counts now. */
export type CountedUse = { benefitId: number; itemId: number; day: string }

/** A person's part of a membership. `id` is what the wire calls membership_user_id. */
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
  /** Visits that nobody has used or keeps. */
  left: number
  activityIds: readonly number[]
  /** Visits that lines of baskets keep now. */
  stored: readonly { itemId: number; visits: number }[]
}

/** All that decides what somebody pays. */
export type Wallet = {
  personId: number
  dateOfBirth: string | null
  /** Kinds of documents they have shown, each with the last day it holds. */
  proofs: readonly { type: string; until: string | null }[]
  members: readonly Member[]
  packages: readonly HeldPackage[]
}

/** What is to be priced: an option of an activity on a day of its calendar. */
export type ToPrice = {
  option: Pick<OptionOnOffer, 'price'>
  quantity: number
  /** Places that one takes: a family ticket may take four. */
  places: number
  activityId: number
  venueId: number
  day: string
  /** The line it is, whose own uses do not stand in its way; null for what is in no basket. */
  itemId: number | null
}

export type Wants = {
  benefit: boolean
  package: boolean
  /** Only what has no allowance: somebody else named the person by their reference. */
  onlyUnlimited?: boolean
  /** Whose membership is to pay, of those the person has. */
  memberId?: number | null
}

export type Applied =
  | { type: 'membership'; benefitId: number; memberId: number; name: string; planName: string }
  | { type: 'package'; packageId: number; visits: number; name: string }

export type Priced = {
  /** Pence for one, before anything is taken off. */
  unitPrice: number
  quantity: number
  /** Pence taken off the whole. */
  discount: number
  total: number
  applied: Applied | null
}

/** `benefit_available` of the wire. */
export type Available = { id: number; name: string; type: 'membership' | 'package' }

/** The days over which an allowance is counted, as one word. Weeks begin on Monday. */
export const periodOf = (day: string, period: Period): string => {
  if (period === 'day') return day
  if (period === 'month') return day.slice(0, 7)
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return `week of ${date.toISOString().slice(0, 10)}`
}

/** What one costs with a benefit, in pence; never more than without. */
export const memberPrice = (
  price: number,
  { kind, percentOff, fixedPrice }: Pick<Benefit, 'kind' | 'percentOff' | 'fixedPrice'>,
): number => {
  if (kind === 'free') return 0
  if (kind === 'fixed') return Math.min(price, fixedPrice ?? price)
  // Half a penny is the member's.
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

/** How often a benefit may still be used in the period of a day, by a line that does not count itself. */
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

type Candidate = { applied: Applied; discount: number; isScarce: boolean }

/** Whether a benefit would be one, were it not used up. */
const benefitsOf = (occurrence: ToPrice, wallet: Wallet, wants: Wants): (Candidate & { left: number })[] => {
  const named = wallet.members.find((member) => member.id === wants.memberId)
  return (named === undefined ? wallet.members : [named]).flatMap((member) =>
    member.benefits.flatMap((benefit) => {
      const isScarce = benefit.allowance !== null
      if (!covers(benefit, member, occurrence) || (wants.onlyUnlimited === true && isScarce)) return []
      // It is for the member's own place: of several tickets one is theirs.
      const discount = occurrence.option.price - memberPrice(occurrence.option.price, benefit)
      if (discount <= 0) return []
      const left = usesLeft(benefit, member, occurrence.day, occurrence.itemId)
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

const packagesOf = (occurrence: ToPrice, wallet: Wallet): Candidate[] =>
  wallet.packages.flatMap((held) => {
    if (
      !held.activityIds.includes(occurrence.activityId) ||
      occurrence.places !== 1 ||
      occurrence.option.price === 0
    )
      return []
    if (occurrence.day < held.boughtOn || occurrence.day > held.expiresOn) return []
    const own = held.stored.find((one) => one.itemId === occurrence.itemId)?.visits ?? 0
    const visits = Math.min(occurrence.quantity, held.left + own)
    if (visits <= 0) return []
    return {
      applied: {
        type: 'package' as const,
        packageId: held.id,
        visits,
        name: held.name,
      },
      discount: visits * occurrence.option.price,
      isScarce: true,
    }
  })

/** What takes the most off comes first; of two alike a benefit, for visits are paid for, and what does not run out. */
const compareCandidates = (a: Candidate, b: Candidate): number =>
  b.discount - a.discount ||
  Number(a.applied.type === 'package') - Number(b.applied.type === 'package') ||
  Number(a.isScarce) - Number(b.isScarce)

const candidatesOf = (occurrence: ToPrice, wallet: Wallet | null, wants: Wants): Candidate[] => {
  if (wallet === null) return []
  const benefits = wants.benefit ? benefitsOf(occurrence, wallet, wants).filter(({ left }) => left > 0) : []
  const packages = wants.package && wants.onlyUnlimited !== true ? packagesOf(occurrence, wallet) : []
  return [...benefits, ...packages].toSorted(compareCandidates)
}

const isSame = (a: Applied, b: Applied): boolean =>
  a.type === 'membership'
    ? b.type === 'membership' && a.benefitId === b.benefitId && a.memberId === b.memberId
    : b.type === 'package' && a.packageId === b.packageId

/**
 * What a person pays for a thing.
 * @param wallet null while nobody is known
 * @param keeping what is applied to the line already: it stays for as long as it may
 */
export const priceOf = (
  occurrence: ToPrice,
  wallet: Wallet | null,
  wants: Wants,
  keeping: Applied | null = null,
): Priced => {
  const candidates = candidatesOf(occurrence, wallet, wants)
  const chosen =
    (keeping === null ? undefined : candidates.find(({ applied }) => isSame(applied, keeping))) ??
    candidates[0]
  const { price } = occurrence.option
  const discount = chosen?.discount ?? 0
  return {
    unitPrice: price,
    quantity: occurrence.quantity,
    discount,
    total: price * occurrence.quantity - discount,
    applied: chosen?.applied ?? null,
  }
}

/** The benefit or the package that could pay for a thing, whether it does or not. */
export const availableFor = (
  occurrence: ToPrice,
  wallet: Wallet | null,
  wants: Partial<Wants> = {},
): Available | null => {
  const [first] = candidatesOf(occurrence, wallet, { benefit: true, package: true, ...wants })
  return first === undefined ? null : availableOf(first.applied)
}

const availableOf = (applied: Applied): Available =>
  applied.type === 'membership'
    ? { id: applied.benefitId, name: applied.name, type: 'membership' }
    : { id: applied.packageId, name: applied.name, type: 'package' }

/** Whether a benefit would pay, had it not been used up; its name. */
export const findUsedUpBenefit = (
  occurrence: ToPrice,
  wallet: Wallet | null,
  wants: Wants,
): string | null => {
  if (wallet === null) return null
  const benefits = benefitsOf(occurrence, wallet, wants)
  return benefits.some(({ left }) => left > 0) ? null : (benefits[0]?.applied.name ?? null)
}

/** How a price came about, in a sentence; null where there is nothing to explain. */
export const explainPrice = (
  { unitPrice, quantity, discount, applied }: Pick<Priced, 'unitPrice' | 'quantity' | 'discount' | 'applied'>,
  symbol: string,
): string | null => {
  if (applied === null || discount === 0) return null
  const full = quantity === 1 ? formatted(unitPrice, symbol) : `${quantity} × ${formatted(unitPrice, symbol)}`
  return applied.type === 'membership'
    ? `${full} less ${formatted(discount, symbol)} ${describeApplied(applied)}`
    : `${full} less ${formatted(discount, symbol)}, ${describeApplied(applied)}`
}

/** `Gold benefit`, `one visit of Ten swims` */
export const describeApplied = (applied: Applied): string => {
  if (applied.type === 'membership') return `${applied.planName} benefit`
  return applied.visits === 1 ? `one visit of ${applied.name}` : `${applied.visits} visits of ${applied.name}`
}

/** Whether anybody may take a price. */
export const isUnrestricted = ({
  proof,
  ageMin,
  ageMax,
}: Pick<OptionOnOffer, 'proof' | 'ageMin' | 'ageMax'>): boolean =>
  proof === null && ageMin === null && ageMax === null

/**
 * Why somebody may not take a price, or null. An age that is not known is not held against them; a proof has to
 * be there.
 */
export const whyNotOption = (
  { proof, ageMin, ageMax }: Pick<OptionOnOffer, 'proof' | 'ageMin' | 'ageMax'>,
  wallet: Wallet | null,
  day: string,
): 'age' | 'document_required' | null => {
  if (wallet !== null && wallet.dateOfBirth !== null) {
    const age = ageInYears(wallet.dateOfBirth, day)
    if ((ageMin !== null && age < ageMin) || (ageMax !== null && age > ageMax)) return 'age'
  }
  if (proof === null) return null
  const holds = wallet?.proofs.some(({ type, until }) => type === proof && (until === null || until >= day))
  return holds === true ? null : 'document_required'
}

/** A line of a basket, as it is priced. Amounts are pence. */
export type LineToPrice = Omit<ToPrice, 'option' | 'itemId'> & {
  id: number
  /** The prices it may be had at, the default first. */
  options: readonly OptionOnOffer[]
  optionId: number
  unitPrice: number
  discount: number
  applied: Applied | null
  /** Whose prices it has. */
  personId: number | null
  onlyUnlimited: boolean
  memberId: number | null
  /** null: nobody has looked yet. */
  wantsBenefit: boolean | null
  wantsPackage: boolean | null
}

export type PricedLine = Priced & {
  id: number
  optionId: number
  isPriceChanged: boolean
  isUseChanged: boolean
  /** Nobody had looked at it yet, and now somebody has. */
  isSettled: boolean
  availableBenefit: Available | null
  availablePackage: Available | null
  /** The benefit that would pay for it, had it not been used up. */
  usedUp: string | null
}

/**
 * Prices lines one after the other; what one takes of an allowance the next does not have.
 * @param settle whether lines that nobody has looked at get what they may have
 */
export const priceLines = (
  lines: readonly LineToPrice[],
  wallets: ReadonlyMap<number, Wallet>,
  settle: boolean,
): PricedLine[] => {
  const open = new Map(wallets)
  return lines.map((line) => {
    const wallet = line.personId === null ? null : (open.get(line.personId) ?? null)
    const may = line.options.filter((option) => whyNotOption(option, wallet, line.day) === null)
    const chosen = may.find(({ id }) => id === line.optionId) ?? may[0] ?? line.options[0]
    const option = chosen ?? { id: line.optionId, price: line.unitPrice }
    const occurrence = { option, itemId: line.id, ...line }
    const { onlyUnlimited, memberId } = line
    const wants = {
      benefit: line.wantsBenefit ?? settle,
      package: line.wantsPackage ?? settle,
      onlyUnlimited,
      memberId,
    }
    const priced = priceOf(occurrence, wallet, wants, line.applied)
    if (wallet !== null) open.set(wallet.personId, withUse(wallet, line, priced.applied))
    return {
      id: line.id,
      optionId: option.id,
      isPriceChanged: priced.unitPrice !== line.unitPrice || priced.discount !== line.discount,
      isUseChanged: !isSameUse(line.applied, priced.applied),
      isSettled: settle && line.wantsBenefit === null,
      availableBenefit: availableFor(occurrence, wallet, { package: false, onlyUnlimited, memberId }),
      availablePackage: availableFor(occurrence, wallet, { benefit: false, onlyUnlimited }),
      usedUp: findUsedUpBenefit(occurrence, wallet, wants),
      ...priced,
    }
  })
}

const isSameUse = (a: Applied | null, b: Applied | null): boolean =>
  a === null || b === null
    ? a === b
    : isSame(a, b) && (a.type !== 'package' || b.type !== 'package' || a.visits === b.visits)

/** A wallet after a line has taken what it takes, and nothing else of what it had before. */
const withUse = (wallet: Wallet, { id, day }: LineToPrice, applied: Applied | null): Wallet => ({
  ...wallet,
  members: wallet.members.map((member) => ({
    ...member,
    uses: [
      ...member.uses.filter((use) => use.itemId !== id),
      ...(applied?.type === 'membership' && applied.memberId === member.id
        ? [{ benefitId: applied.benefitId, itemId: id, day }]
        : []),
    ],
  })),
  packages: wallet.packages.map((held) => {
    const before = held.stored.find((one) => one.itemId === id)?.visits ?? 0
    const after = applied?.type === 'package' && applied.packageId === held.id ? applied.visits : 0
    return {
      ...held,
      left: held.left + before - after,
      stored: [
        ...held.stored.filter((one) => one.itemId !== id),
        ...(after > 0 ? [{ itemId: id, visits: after }] : []),
      ],
    }
  }),
})
