import { basketOwner } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { loadWallets } from '#server/pricing/price.ts'
import { availableFor, priceOf } from '#server/pricing/rules.ts'
import type { ToPrice, Wallet } from '#server/pricing/rules.ts'
import { hasRequirements, weekOf, whyNotUnnamed } from '#server/waivers/rules.ts'
import { actionToShow, anonymousCaller, callerFor, personOn } from './actions.ts'
import type { CallerProfile } from './actions.ts'
import { needsOf } from './days.ts'
import type { Day, DayOccurrence } from './days.ts'
import type { HouseholdProfile } from './household.ts'
import { countPlaces, isDeskOnly, openedEarly, withDeskPlaces, withOffer } from './rules.ts'
import { heldLines, peopleOf } from './sql/availability.ts'
import type { TimetableItem } from './views.ts'

/** The weeks that a weekly limit counts on these days of one activity, or null without a limit. */
export const countedWeeks = (
  days: readonly Day[],
): { activityId: number; from: string; to: string } | null => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first.offering.weeklyLimit === null) return null
  return {
    activityId: first.offering.activityId,
    from: weekOf(first.day).monday,
    to: weekOf(last.day).sunday,
  }
}

/** From the first start to the last end of some days. */
export const spanOf = (days: readonly Day[], now: Date): { from: Date; to: Date } => {
  const rows = days.flatMap(({ occurrences }) => occurrences.map(({ row }) => row))
  const [first = { startsAt: now, endsAt: now }] = rows
  return {
    from: rows.reduce((from, { startsAt }) => (startsAt < from ? startsAt : from), first.startsAt),
    to: rows.reduce((to, { endsAt }) => (endsAt > to ? endsAt : to), first.endsAt),
  }
}

/** The caller's data of the day, with the entitlements that change their prices. */
type ProfileWithWallet = CallerProfile &
  HouseholdProfile & {
    wallet: Wallet | null
    /** Sells before booking opens, and the places that are kept for the desk. */
    isAtDesk: boolean
  }

export const anonymousProfile: ProfileWithWallet = {
  ...anonymousCaller,
  lines: [],
  people: [],
  wallet: null,
  isAtDesk: false,
}

/** Prices for a caller with their entitlements; the basket line they already hold does not count as a use. */
const offers = (
  { offering, day }: Day,
  itemId: number | null,
  wallet: Wallet | null,
): Pick<TimetableItem, 'priceOf' | 'availableFor'> => {
  const { activityId, venueId } = offering
  const toPrice = (option: ToPrice['option'], places: number): ToPrice => ({
    option,
    quantity: 1,
    places,
    activityId,
    venueId,
    day,
    itemId,
  })
  return {
    priceOf: (option, places, usesPackage = true) =>
      priceOf(toPrice(option, places), wallet, { benefit: true, package: usesPackage }),
    availableFor: (option, places) => availableFor(toPrice(option, places), wallet),
  }
}

/** Reads the caller's basket lines, people and entitlements that concern a day. */
export const loadProfile = async (
  db: Database,
  actor: Actor,
  day: Day,
  now: Date,
): Promise<ProfileWithWallet> => {
  const { customerId } = actor
  const { activityId } = day.offering
  const [profileOn, wallets] = await Promise.all([
    loadHousehold(db, actor, [day], now),
    customerId === null ? null : loadWallets(db, [customerId], [{ activityId, day: day.day }], now),
  ])
  return { ...profileOn(day), wallet: wallets?.get(customerId ?? 0) ?? null }
}

/** Reads the caller's basket lines and people for days of one activity. @returns those of each day, without prices */
export const loadHousehold = async (
  db: Database,
  { operator, person, customerId, isStaff, basketUuid }: Actor,
  days: readonly Day[],
  now: Date,
): Promise<(day: Day) => ProfileWithWallet> => {
  const whose =
    person !== null
      ? basketOwner(person)
      : basketUuid !== null
        ? { operatorId: operator.id, uuid: basketUuid }
        : null
  const onDays = days.map(({ day }) => day)
  const [lines, people] = await Promise.all([
    whose === null ? [] : heldLines(db, whose, now),
    customerId === null ? [] : peopleOf(db, customerId, spanOf(days, now), onDays, countedWeeks(days), now),
  ])
  return ({ day }) => ({
    basketId: lines[0]?.basketId ?? null,
    isWalkIn: isStaff && customerId === null,
    lines,
    people: people.map((row) => personOn(row, day)),
    wallet: null,
    isAtDesk: isStaff,
  })
}

/** Whether the caller's data changes nothing on this day, so that the shared response is right for them. */
export const canShareAnswer = (
  { offering, occurrences }: Day,
  { basketId, lines, people, wallet, isAtDesk, isWalkIn }: ProfileWithWallet,
  now: Date,
): boolean => {
  const isOther = ({ windows, occurrence }: DayOccurrence) =>
    windows.visitor.opensAt > now || occurrence.places.deskPlaces > 0
  if (isAtDesk && occurrences.some(isOther)) return false
  if (isWalkIn && whyNotUnnamed(needsOf(offering)) !== null) return false
  if (wallet !== null && (wallet.members.length > 0 || wallet.packages.length > 0)) return false
  const asks = hasRequirements(needsOf(offering))
  if (people.some(({ places, waitlists }) => places.length > 0 || waitlists.length > 0 || asks)) return false
  if (lines.length === 0) return true
  return !occurrences.some(
    ({ row }) =>
      lines.some((line) => line.occurrenceId === row.id) ||
      row.claims.some((claim) => claim.basketId === basketId),
  )
}

/** The occurrences of a day for one caller, sorted by start; bookable ones first within a start. */
export const itemsFor = (
  day: Day,
  profile: ProfileWithWallet,
  isLoggedIn: boolean,
  now: Date,
): TimetableItem[] =>
  day.occurrences
    .map(({ occurrence: shared, windows, ...rest }): TimetableItem => {
      const occurrence = profile.isAtDesk ? { ...shared, places: withDeskPlaces(shared.places) } : shared
      const opened = isLoggedIn ? windows.customer : windows.visitor
      const window = profile.isAtDesk ? openedEarly(opened) : opened
      const loginOpens = !isLoggedIn && windows.customer.opensAt <= now
      const caller = callerFor(rest.row, profile, loginOpens)
      const offer = caller.self?.waitlist?.offer ?? null
      const count = countPlaces(
        offer === null ? occurrence.places : withOffer(occurrence.places, offer),
        caller.basketId,
        caller.own,
      )
      return {
        window,
        // A cancelled occurrence has no free places.
        count: occurrence.status === 'cancelled' ? { ...count, spaces: 0 } : count,
        action: actionToShow({ ...occurrence, window }, caller, now),
        isDeskOnly: isDeskOnly(occurrence.places),
        ...offers(day, caller.cartItemId, profile.wallet),
        ...rest,
      }
    })
    .sort(
      (a, b) =>
        a.row.startsAt.getTime() - b.row.startsAt.getTime() ||
        Number(b.action.status === 'BOOK') - Number(a.action.status === 'BOOK'),
    )
