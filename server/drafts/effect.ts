import { createHash } from 'node:crypto'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueList, CatalogueRow } from '#contract/office.ts'
import type { Permission } from '#contract/permissions.ts'
import { localMinutes, localDay } from '#contract/time.ts'
import type { FileRows } from '#server/import/files/folder.ts'
import type { DoneImport } from '#server/import/load.ts'
import type { ObjectionCode } from '#server/import/objections.ts'
import { canonical, fileOf } from '#server/office/rowEdits.ts'
import type { RowEdit } from '#server/office/rowEdits.ts'
import { weekdayOf } from '#server/platform/clock.ts'

/** What publishing does in numbers. Pence. */
export type Effect = {
  added: number
  changed: number
  withdrawn: number
  calledOff: number
  retained: number
  notMade: number
  bookings: number
  customers: number
  refund: number
}

/** What a draft was seen to do when it was scheduled. */
export type Expected = {
  effect: Effect
  /** The sessions that it calls off. */
  calledOff: number[]
  /** What cannot be made, whatever the week. */
  clashes: string[]
}

/** What somebody must be permitted to do who publishes an edit of a list. */
export const permissionToPublish = (list: CatalogueList): Permission =>
  list === 'timetable' || list === 'sessions'
    ? 'timetable.publish'
    : list === 'prices'
      ? 'prices.publish'
      : 'settings'

/** What makes the rows of before out of those of after: rows that came go, and those that went come back to their places. */
export const inverseOf = (before: FileRows, after: FileRows): RowEdit[] =>
  catalogueLists.flatMap((list) => {
    const [was, is] = [before[fileOf(list)] ?? [], after[fileOf(list)] ?? []] as [
      CatalogueRow[],
      CatalogueRow[],
    ]
    return [
      ...without(is, was).map(({ row }) => ({ list, before: row, after: null })),
      ...without(was, is).map(({ row, at }) => ({ list, before: null, after: row, at })),
    ]
  })

/** The rows that others do not have, with their places. */
const without = (rows: readonly CatalogueRow[], others: readonly CatalogueRow[]) => {
  const left = new Map<string, number>()
  for (const row of others) left.set(canonical(row), (left.get(canonical(row)) ?? 0) + 1)
  return rows.flatMap((row, at) => {
    const count = left.get(canonical(row)) ?? 0
    left.set(canonical(row), count - 1)
    return count > 0 ? [] : [{ row, at }]
  })
}

/* What publishing does */

export const effectOf = ({ occurrences, effect }: DoneImport): Effect => ({
  added: occurrences.added,
  changed: occurrences.changed,
  withdrawn: occurrences.withdrawn,
  calledOff: occurrences.cancelled,
  retained: occurrences.retainedSessions.length,
  notMade: occurrences.notMade.length,
  bookings: effect?.bookings ?? 0,
  customers: effect?.customers ?? 0,
  refund: effect?.refund ?? 0,
})

/**
 * What an import does, as it is compared within its transaction: which rows it changes, which sessions it makes and ends, and
 * whose bookings those are.
 */
export const coreOf = ({ changes, occurrences, bookingIds }: DoneImport): string => {
  const { added, changed, withdrawn, calledOff, notMade, retainedSessions } = occurrences
  const sorted = (rows: readonly unknown[]) => rows.map(canonical).toSorted()
  return canonical({
    changes: sorted(changes),
    counts: [added, changed, withdrawn],
    calledOff: calledOff.map(({ id, places }) => [id, places]).toSorted(([a = 0], [b = 0]) => a - b),
    notMade: sorted(notMade),
    retained: sorted(retainedSessions),
    bookingIds: bookingIds.toSorted((a, b) => a - b),
  })
}

/** The same with money and people and what has to be accepted, as a person has seen it. */
export const digestOf = (done: DoneImport): string =>
  createHash('sha256')
    .update(
      canonical([
        coreOf(done),
        effectOf(done),
        done.effect?.reach ?? null,
        done.objections.map(({ code }) => code),
      ]),
    )
    .digest('base64url')

export const expectedOf = (done: DoneImport): Expected => ({
  effect: effectOf(done),
  calledOff: done.occurrences.calledOff.map(({ id }) => id),
  clashes: [...new Set(done.occurrences.notMade.map(clashOf))],
})

/** A clash comes back each week, and is the same on days that are not made yet. */
const clashOf = ({
  venue,
  zone,
  name,
  startsAt,
  why,
}: DoneImport['occurrences']['notMade'][number]): string =>
  [venue, name, weekdayOf(localDay(startsAt, zone)), localMinutes(startsAt, zone), why].join('/')

/** Refunds may come to so much more or less than was seen. Pence. */
const mostRefundDifference = 5000

/** Why a draft that was scheduled is not published: in what it does something else than was seen. */
export type HeldBecause = {
  /** Sessions that it would call off now, and clashes, that were not there. */
  calledOff: number
  clashes: number
  /** What would be paid back now and would have been before, where that differs by much. Pence. */
  refund: { now: number; before: number } | null
  /** What is wrong with its rows by now, or asks to be accepted. */
  problems: number
  /** Whoever has scheduled it may not publish it any more. */
  mayNot: boolean
  /** Another person has to approve it by now. */
  isAbove: boolean
}

/** Null: it does what was seen. */
export const whyHeld = (
  expected: Expected,
  accepted: readonly ObjectionCode[],
  done: DoneImport,
): HeldBecause | null => {
  const now = expectedOf(done)
  const calledOff = now.calledOff.filter((id) => !expected.calledOff.includes(id)).length
  const clashes = now.clashes.filter((clash) => !expected.clashes.includes(clash)).length
  const isOtherRefund = Math.abs(now.effect.refund - expected.effect.refund) > mostRefundDifference
  const problems = done.objections.filter(({ code }) => !accepted.includes(code)).length
  return calledOff + clashes + problems === 0 && !isOtherRefund
    ? null
    : {
        calledOff,
        clashes,
        problems,
        mayNot: false,
        isAbove: false,
        refund: isOtherRefund ? { now: now.effect.refund, before: expected.effect.refund } : null,
      }
}
