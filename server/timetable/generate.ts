import { daysAfter, localDay } from '#contract/time.ts'
import { daysAhead } from '#server/activities/rules.ts'
import {
  claimClassFloor,
  claimHeldFloor,
  extendDeskHolds,
  findDisplacedHolds,
  freeLapsedFloor,
  holdExistingOccurrence,
  holdNewOccurrences,
  resizeHold,
} from '#server/holds/blockBookings.ts'
import type { BlockBookingHold } from '#server/holds/blockBookings.ts'
import { promoteLockedWaitlists, withdrawOffers } from '#server/holds/offers.ts'
import { freePlaces } from '#server/holds/places.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { inTransaction } from '#server/platform/transact.ts'
import type { Plan, WhyNotMade } from './match.ts'
import { publicIds } from './occurrence.ts'
import { limitedTo, planOccurrences } from './plan.ts'
import type { OneOff, Programme } from './programme.ts'
import { addedBeside, changesOf, reportChanges } from './report.ts'
import type { AddedBeside } from './report.ts'
import {
  addFromSeries,
  addOneOffs,
  endOccurrences,
  existingOccurrencesFrom,
  listMadeOneOffs,
  lockForPlan,
  updateOccurrences,
} from './sql/occurrences.ts'
import type { AddedRow } from './sql/occurrences.ts'
import {
  activitiesOf,
  blockBookingsOf,
  closuresOf,
  floorHeld,
  floorHired,
  insertOpenedDay,
  lockVenuePlan,
  openedDaysOf,
  recordPlanned,
  seriesOf,
  spacesOf,
  venuesToPlan,
} from './sql/programme.ts'
import type { VenueRow } from './sql/programme.ts'

type Session = { venue: string; zone: string; name: string; startsAt: Date }

/** An occurrence of the programme that could not be made or moved; `occupant` has its floor. */
type NotMade = Session & { why: WhyNotMade; occupant?: Pick<Session, 'name' | 'startsAt'> | undefined }

export type Generated = {
  added: number
  changed: number
  withdrawn: number
  cancelled: number
  notMade: NotMade[]
  /** Sessions that people have booked, and that closures have called off. */
  calledOff: (Session & { id: number; places: number })[]
  /**
   * Sessions that the programme no longer has, and that stand because people have booked so many places. `beside`: what is
   * added that day, as if it had been moved.
   */
  retainedSessions: (Session & { places: number; beside?: AddedBeside | undefined })[]
  /** When the first of the sessions begins, or began, that it has made, changed or ended; null: there is none. */
  firstStartsAt: Date | null
  /** Where something changed. */
  venueIds: number[]
}

/** Occurrences are there this many days before anybody may see them, should the job not run for a while. */
const spareDays = 1

/**
 * What the clock asks for: makes occurrences for venues on whose wall a new day has begun. For the others there is
 * nothing to do, since whatever else changes the programme makes its occurrences itself.
 */
export const generateNewDays = (db: Database, now: Date): Promise<Generated> =>
  generateOccurrences(db, { now, newDaysOnly: true })

/**
 * Brings the timetable up to what the programme says: occurrences from today as far ahead as anything is ever shown,
 * in the venue's own hours. Doing it again changes nothing. With a plain handle each venue is a transaction of its
 * own, and one that fails does not keep the others from their new days; in a transaction everything belongs to it.
 * @param options.operatorId the venues of one operator; all without it
 * @param options.venueId one venue alone
 * @param options.venueIds these of them
 * @param options.oneOffs the one-off occurrences by venue id, as the operator's files now say; without it they stay
 * @param options.newDaysOnly passes over venues whose occurrences were made today
 * @param options.checkedUntil up to which day, beyond those whose occurrences are made, it is said what could not be made
 */
export const generateOccurrences = async (
  db: Database | Tx,
  {
    now,
    operatorId,
    venueId,
    venueIds,
    oneOffs,
    newDaysOnly = false,
    checkedUntil,
  }: {
    now: Date
    operatorId?: number
    venueId?: number
    venueIds?: readonly number[]
    oneOffs?: ReadonlyMap<number, readonly OneOff[]>
    newDaysOnly?: boolean
    checkedUntil?: string | undefined
  },
): Promise<Generated> => {
  const total: Generated = {
    added: 0,
    changed: 0,
    withdrawn: 0,
    cancelled: 0,
    notMade: [],
    calledOff: [],
    retainedSessions: [],
    firstStartsAt: null,
    venueIds: [],
  }
  const generate = async (venue: VenueRow): Promise<void> => {
    if (newDaysOnly && venue.plannedOn === localDay(now, venue.timezone)) return
    const ofVenue = oneOffs === undefined ? null : (oneOffs.get(venue.id) ?? [])
    const made = await inTransaction(db, (tx) => generateForVenue(tx, venue, ofVenue, now, checkedUntil))
    total.added += made.added
    total.changed += made.changed
    total.withdrawn += made.withdrawn
    total.cancelled += made.cancelled
    total.notMade.push(...made.notMade)
    total.calledOff.push(...made.calledOff)
    total.retainedSessions.push(...made.retainedSessions)
    total.firstStartsAt = earliestOf([total.firstStartsAt, made.firstStartsAt])
    total.venueIds.push(...made.venueIds)
  }
  const venues = (await venuesToPlan(db, operatorId)).filter(
    ({ id }) => id === (venueId ?? id) && venueIds?.includes(id) !== false,
  )
  // In the caller's transaction the first failure ends them all.
  if ('onInvalidate' in db) await processAll(venues, generate)
  else for (const venue of venues) await generate(venue)
  return total
}

/** Staff sell so many days ahead. */
const deskDaysAhead = 400

/**
 * Has the sessions of a day made that is not released yet, so that the desk can sell it. Customers see them when booking
 * opens. Doing it again changes nothing.
 */
export const openDay = async (
  tx: Tx,
  venue: { id: number; timezone: string },
  day: string,
  now: Date,
): Promise<void> => {
  const today = localDay(now, venue.timezone)
  if (day <= today || day > daysAfter(today, deskDaysAhead)) return
  const [row] = (await venuesToPlan(tx, undefined)).filter(({ id }) => id === venue.id)
  if (row === undefined) return
  const activities = await activitiesOf(tx, venue.id)
  if (activities.every((activity) => day <= daysAfter(today, daysAhead(activity, row) + spareDays))) return
  if (await insertOpenedDay(tx, venue.id, day)) await generateOccurrences(tx, { now, venueId: venue.id })
}

const generateForVenue = async (
  tx: Tx,
  venue: VenueRow,
  oneOffs: readonly OneOff[] | null,
  now: Date,
  checkedUntil: string | undefined,
): Promise<Generated> => {
  await lockVenuePlan(tx, venue.id)
  const today = localDay(now, venue.timezone)
  const programme = await programmeOf(tx, venue, oneOffs, now)
  let existing = await existingOccurrencesFrom(tx, venue.id, today, now)
  const floor = await floorHeld(tx, venue.id, now)
  // Their courts are made of other floor, or are at another time, than when they were taken.
  const displaced = await findDisplacedHolds(tx, venue.id, today, now)
  let plan = planOccurrences(programme, existing, floor, now)
  const touched = touchedBy(plan)
  if (plan.add.length + touched.length + displaced.length > 0) {
    await lockForPlan(tx, venue.id, touched)
    await freeLapsedFloor(tx, venue.id, now)
    await claimHeldFloor(tx, displaced)
    // While it waited for the locks, places may have been taken or given back.
    const before = JSON.stringify([existing, floor])
    existing = await existingOccurrencesFrom(tx, venue.id, today, now)
    const floorNow = await floorHeld(tx, venue.id, now)
    if (JSON.stringify([existing, floorNow]) !== before)
      plan = limitedTo(touched, planOccurrences(programme, existing, floorNow, now))
  }
  const made = { added: 0, changed: plan.change.length, withdrawn: 0 }
  let calledOffIds: number[] = []
  if (plan.add.length + touched.length > 0) {
    made.withdrawn = (await endOccurrences(tx, plan.withdraw, 'withdrawn')).length
    calledOffIds = await endOccurrences(tx, plan.cancel, 'cancelled')
    await freePlaces(
      tx,
      plan.free.map(({ holdId }) => holdId),
      now,
    )
    await withdrawOffers(tx, plan.change, now)
    await updateOccurrences(tx, plan.change)
    await reportChanges(tx, venue.timezone, changesOf(plan, existing), now)
    const changedIds = plan.change.map(({ id }) => id)
    await extendDeskHolds(tx, changedIds)
    await promoteLockedWaitlists(tx, changedIds, now)
    // New sessions come where others went or moved from: their floor is given up first.
    if (touched.length > 0) {
      await claimClassFloor(tx, venue.id, today)
      await claimHeldFloor(tx, await findDisplacedHolds(tx, venue.id, today, now))
    }
    made.added = await addOccurrences(tx, plan, today, now)
    for (const one of plan.resize) await resizeHold(tx, one, now)
    for (const one of plan.blockBookingHolds) await holdExistingOccurrence(tx, one, now)
    await claimClassFloor(tx, venue.id, today)
  }
  await recordPlanned(tx, venue.id, today)
  const at = { venue: venue.slug, zone: venue.timezone }
  const checked =
    checkedUntil === undefined ? plan : await planUntil(tx, venue.id, programme, checkedUntil, now)
  const notMade: NotMade[] = checked.refused.map(({ wanted, why, occupant }) => ({
    ...at,
    name: wanted.name,
    startsAt: new Date(wanted.startsAt),
    why,
    occupant: occupant && { name: occupant.name, startsAt: new Date(occupant.startsAt) },
  }))
  const calledOff = existing
    .filter(({ id }) => calledOffIds.includes(id))
    .map(({ id, name, startsAt, ofPeople }) => ({
      ...at,
      id,
      name,
      startsAt: new Date(startsAt),
      places: ofPeople,
    }))
  const beside = await addedBeside(tx, programme, plan)
  const retainedSessions = plan.retainedSessions.map(({ id, name, startsAt, ofPeople }) => ({
    ...at,
    name,
    startsAt: new Date(startsAt),
    places: ofPeople,
    beside: beside.get(id),
  }))
  notMade.push(...(await oneOffsTooLate(tx, programme, today)).map((one) => ({ ...at, ...one })))
  const isChanged = plan.add.length + touched.length + displaced.length > 0
  if (isChanged) tx.invalidate(venue.id)
  return {
    ...made,
    cancelled: calledOff.length,
    notMade,
    calledOff,
    retainedSessions,
    firstStartsAt: firstStartOf(plan, existing),
    venueIds: isChanged ? [venue.id] : [],
  }
}

const earliestOf = (instants: readonly (Date | null)[]): Date | null =>
  instants.filter((at) => at !== null).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

/** Of those that change, both the time that they have and the one that they had count. */
const firstStartOf = (
  { add, change, withdraw, cancel }: Plan,
  existing: readonly { id: number; startsAt: number }[],
): Date | null => {
  const touched = new Set([...change, ...withdraw, ...cancel].map(({ id }) => id))
  const starts = [
    ...add.map(({ startsAt }) => startsAt),
    ...change.map(({ startsAt }) => startsAt),
    ...existing.filter(({ id }) => touched.has(id)).map(({ startsAt }) => startsAt),
  ]
  return starts.length === 0 ? null : new Date(Math.min(...starts))
}

/** What the programme wants up to a day, beyond those whose occurrences are made. Nothing is written. */
const planUntil = async (
  tx: Tx,
  venueId: number,
  programme: Programme,
  day: string,
  now: Date,
): Promise<Plan> => {
  const { zone } = programme.venue
  const today = localDay(now, zone)
  const ahead = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  const activities = programme.activities.map((activity) => ({
    ...activity,
    daysAhead: Math.max(activity.daysAhead, ahead),
  }))
  const existing = await existingOccurrencesFrom(tx, venueId, today, now)
  const floor = await floorHeld(tx, venueId, now)
  return planOccurrences({ ...programme, activities }, existing, floor, now)
}

/** A class that the programme has on a day whose sessions are not made yet. */
export type PlannedClass = { name: string; locationId: number; startsAt: Date; endsAt: Date }

/** The classes and sessions that the programme will have at a venue up to a day, of which none is made yet. */
export const listPlannedClasses = async (
  tx: Tx,
  venueId: number,
  until: string,
  now: Date,
): Promise<PlannedClass[]> => {
  const venue = (await venuesToPlan(tx, undefined)).find(({ id }) => id === venueId)
  if (venue === undefined) return []
  const programme = await programmeOf(tx, venue, null, now)
  const activities = programme.activities.filter(({ kind }) => kind !== 'courts')
  const plan = await planUntil(tx, venueId, { ...programme, activities }, until, now)
  return plan.add
    .filter(({ status }) => status === 'scheduled')
    .map(({ name, locationId, startsAt, endsAt }) => ({
      name,
      locationId,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    }))
}

/** One-off sessions of a day that is over and that were never made: most likely their date is wrong. */
const oneOffsTooLate = async (
  tx: Tx,
  { venue: { zone }, activities, oneOffs }: Programme,
  today: string,
): Promise<Pick<NotMade, 'name' | 'startsAt' | 'why'>[]> => {
  const past = (oneOffs ?? []).flatMap(({ activityId, slug, name, date, startTime }) => {
    const activity = activities.find(({ id }) => id === activityId)
    if (activity === undefined || date >= today) return []
    return { activityId, slug, name: name ?? activity.name, startsAt: instantOf(date, startTime, zone) }
  })
  if (past.length === 0) return []
  const made = new Set(await listMadeOneOffs(tx, past))
  return past.flatMap(({ name, startsAt }, index) =>
    made.has(index) ? [] : { name, startsAt, why: 'day_over' as const },
  )
}

/** The occurrences that a plan writes to, which are locked before anything else. */
const touchedBy = (plan: Plan): number[] => [
  ...[...plan.change, ...plan.withdraw, ...plan.cancel].map(({ id }) => id),
  ...[...plan.blockBookingHolds, ...plan.resize, ...plan.free].map(({ occurrenceId }) => occurrenceId),
]

const programmeOf = async (
  tx: Tx,
  venue: VenueRow,
  oneOffs: readonly OneOff[] | null,
  now: Date,
): Promise<Programme> => {
  // A closed venue has no programme; what people have booked there goes on standing.
  const open = venue.status !== 'closed'
  const activities = open ? await activitiesOf(tx, venue.id) : []
  const spaces = new Map<number, number[]>()
  for (const { locationId, spaceId } of await spacesOf(tx, venue.id)) {
    spaces.set(locationId, [...(spaces.get(locationId) ?? []), spaceId])
  }
  return {
    venue: { slug: venue.slug, zone: venue.timezone },
    activities: activities.map((activity) => ({
      id: activity.id,
      slug: activity.slug,
      name: activity.name,
      kind: activity.kind,
      description: activity.kind === 'courts' ? null : activity.description,
      daysAhead: daysAhead(activity, venue) + spareDays,
    })),
    openedDays: await openedDaysOf(tx, venue.id, localDay(now, venue.timezone)),
    series: open ? await seriesOf(tx, venue.id) : [],
    oneOffs,
    closures: await closuresOf(tx, venue.id, new Date(now.getTime() - 86_400_000)),
    blocks: await blockBookingsOf(tx, venue.id),
    hired: await floorHired(tx, venue.id, now),
    spaces,
  }
}

const addOccurrences = async (tx: Tx, plan: Plan, today: string, now: Date): Promise<number> => {
  const ids = publicIds(plan.add.length)
  const rows: AddedRow[] = []
  const blockHolds: BlockBookingHold[] = []
  for (const [index, occurrence] of plan.add.entries()) {
    const publicId = ids[index] ?? ''
    const { blockBookingHolds, ...columns } = occurrence
    rows.push({ ...columns, publicId })
    for (const one of blockBookingHolds) blockHolds.push({ ...one, publicId })
  }
  const fromSeries = await addFromSeries(
    tx,
    rows.filter(({ slug }) => slug === null),
  )
  const ofThemselves = await addOneOffs(
    tx,
    rows.filter(({ slug }) => slug !== null),
    today,
  )
  await holdNewOccurrences(tx, blockHolds, now)
  return fromSeries + ofThemselves
}
