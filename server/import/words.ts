import { formatted } from '#contract/money.ts'
import { localDay, localMinutes } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Text } from '#server/messages/languages.ts'
import { timeOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Generated } from '#server/timetable/generate.ts'
import type { ImportEffect, SessionEffect } from './effect.ts'
import { daySet, subjectOf } from './overrides.ts'
import type { Difference, LiftedClosure, OverrideOutcome } from './overrides.ts'
import { isSame } from './reconcile.ts'
import type { Change, FieldChange } from './reconcile.ts'
import { namesOf } from './sql/reconcile.ts'
import type { CatalogueColumn, ReferencedTable, Row } from './sql/reconcile.ts'
import type { OperatorRow } from './sql/operator.ts'

/* What an import did, in words: every field with its old and its new value. */

type ImportedField =
  | CatalogueColumn
  | keyof OperatorRow
  | 'accountLimit'
  | 'activities'
  | 'gives'
  | 'locations'
  | 'restrictions'
  | 'spaces'
  | 'terms'
  | 'venues'

/** Fields that hold ids, and of which rows. */
const references: Partial<Record<ImportedField, ReferencedTable>> = {
  activities: 'activity',
  activityId: 'activity',
  customerId: 'customer',
  gives: 'restriction',
  instructorIds: 'instructor',
  locationId: 'location',
  locations: 'location',
  parentId: 'activity',
  payerId: 'customer',
  planId: 'membershipPlan',
  productId: 'packageProduct',
  restrictions: 'restriction',
  spaces: 'space',
  tagIds: 'tag',
  terms: 'terms',
  themeId: 'theme',
  ticketTypeId: 'ticketType',
  venueId: 'venue',
  venues: 'venue',
}

const amounts = new Set<string>([
  'accountLimit',
  'fixedPrice',
  'joiningFee',
  'lateCancelFee',
  'noShowPenalty',
  'price',
] satisfies ImportedField[])

/** The changes with names in place of the ids of other rows. */
export const withNames = async (tx: Tx, changes: readonly Change[]): Promise<Change[]> => {
  const idsOf = (value: unknown): number[] =>
    Array.isArray(value) ? value.map(Number) : typeof value === 'number' ? [value] : []
  const ids = new Map<ReferencedTable, Set<number>>()
  for (const { field, from, to } of changes.flatMap(({ fields }) => fields ?? [])) {
    const table = references[field as ImportedField]
    if (table === undefined) continue
    const collected = ids.get(table) ?? new Set()
    for (const id of [...idsOf(from), ...idsOf(to)]) collected.add(id)
    ids.set(table, collected)
  }
  const names = new Map<ReferencedTable, Map<number, string>>()
  for (const [table, wanted] of ids) names.set(table, await namesOf(tx, table, [...wanted]))
  const named = (table: ReferencedTable, value: unknown): unknown =>
    value === null ? null : [...new Set(idsOf(value).map((id) => names.get(table)?.get(id) ?? ''))]
  const namedField = (change: FieldChange): FieldChange => {
    const table = references[change.field as ImportedField]
    return table === undefined
      ? change
      : { field: change.field, from: named(table, change.from), to: named(table, change.to) }
  }
  return changes.map(({ fields, ...change }) =>
    fields === undefined ? change : { ...change, fields: fields.map(namedField) },
  )
}

/** Longer texts are not printed: it is said that they have changed. */
const longestValue = 60

/** "price £5.00 → £50.00" */
const describeField = ({ field, from, to }: FieldChange, currency: string): string => {
  const words: Readonly<Record<ImportedField, string>> = operatorMessages().importChanges.fields
  const name = words[field as ImportedField]
  const before = describeValue(field, from, currency)
  const after = describeValue(field, to, currency)
  const isShort = [before, after].every((text) => text !== null && text.length <= longestValue)
  return isShort && before !== null && after !== null && before !== after
    ? operatorMessages().importChanges.fieldChanged({ name, from: before, to: after })
    : operatorMessages().importChanges.textChanged({ name })
}

/** A value as people write it; null where it has parts of its own. */
const describeValue = (field: string, value: unknown, currency: string): string | null => {
  const { none, yes, no, weekdays } = operatorMessages().importChanges.values
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number')
    return amounts.has(field)
      ? formatted(value, currency)
      : field === 'vatRate'
        ? `${value / 100} %`
        : String(value)
  if (field === 'weekdays' && Array.isArray(value))
    return value.map((day) => weekdays[Number(day) - 1] ?? '').join(', ')
  if (Array.isArray(value))
    return value.length === 0 ? none : value.every((one) => typeof one === 'string') ? value.join(', ') : null
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value !== 'string') return null
  return value.replace(/^(\d\d:\d\d):\d\d$/, '$1')
}

/** The columns of a field before and after, or in the files and here. */
const describeColumns = (from: Row, to: Row, currency: string): string[] =>
  Object.keys(from)
    .filter((field) => !isSame(from[field], to[field]))
    .map((field) => describeField({ field, from: from[field], to: to[field] }, currency))

const namesOfColumns = (row: Row): string[] =>
  Object.keys(row).map(
    (column) =>
      (operatorMessages().importChanges.fields as Readonly<Record<string, string>>)[column] ?? column,
  )

const aboutClosure = ({
  venueSlug,
  timezone,
  places,
  startsAt,
  endsAt,
  liftedBy,
  liftedAt,
}: LiftedClosure) => {
  const at = (instant: Date) => `${localDay(instant, timezone)} ${timeOf(localMinutes(instant, timezone))}`
  return {
    venue: venueSlug,
    places,
    from: at(startsAt),
    until: endsAt === null ? null : at(endsAt),
    by: liftedBy,
    on: localDay(liftedAt, timezone),
  }
}

/** What was changed in the browser: first what is withdrawn in spite of it, then what is lost, and where the files differ. */
const describeOverrides = (
  { retained, differs, lost, liftedClosures, closuresBack, withdrawnInUse }: OverrideOutcome,
  currency: string,
): string[] => {
  const { importChanges } = operatorMessages()
  const about = ({ override, inFiles }: Difference) => ({
    what: `${override.activityId === null ? 'venue' : 'activity'} ${subjectOf(override)}`,
    by: override.setBy,
    on: daySet(override),
    fields: describeColumns(override.value, inFiles, currency),
  })
  return [
    ...withdrawnInUse.map(({ what, which, bookings, overrides }) =>
      importChanges.withdrawnInUse({
        what: `${what} ${which}`,
        bookings,
        fields: overrides.flatMap(({ value }) => namesOfColumns(value)),
      }),
    ),
    ...lost.map((one) => importChanges.overrideLost(about(one))),
    ...differs.map((one) => importChanges.overrideDiffers(about(one))),
    ...closuresBack.map((one) => importChanges.closureBack(aboutClosure(one))),
    ...(retained.length === 0 ? [] : [importChanges.overridesRetained({ count: retained.length })]),
    ...liftedClosures.map((one) => importChanges.closureStaysLifted(aboutClosure(one))),
  ]
}

/**
 * A line each: what was changed in the browser and differs, which sessions are called off and what that does to people and
 * money, what stays for its bookings, what changed in the catalogue, what could not be made, and what else is odd.
 */
export const describeImport = ({
  changes,
  occurrences,
  findings,
  effect,
  overrides,
  currency,
}: {
  changes: readonly Change[]
  occurrences: Pick<Generated, 'notMade' | 'calledOff' | 'retainedSessions'>
  findings: readonly Text[]
  effect: ImportEffect | null
  overrides: OverrideOutcome
  currency: string
}): string[] => {
  const { importChanges } = operatorMessages()
  const at = (startsAt: Date, zone: string) =>
    `${localDay(startsAt, zone)} ${timeOf(localMinutes(startsAt, zone))}`
  const inWords = ({ refund, ...counts }: SessionEffect) => ({
    ...counts,
    refund: refund === 0 ? null : formatted(refund, currency),
  })
  return [
    ...describeOverrides(overrides, currency),
    ...occurrences.calledOff.map(({ id, venue, zone, name, startsAt, places }) => {
      const ofSession = effect?.bySession.get(id)
      return importChanges.calledOff({
        name,
        venue,
        at: at(startsAt, zone),
        places,
        effect: ofSession === undefined ? null : inWords(ofSession),
      })
    }),
    ...(effect === null ? [] : [importChanges.effect({ ...inWords(effect), ...effect.reach })]),
    ...occurrences.retainedSessions.map(({ venue, zone, name, startsAt, places, beside }) =>
      importChanges.retainedSessions({
        name,
        venue,
        at: at(startsAt, zone),
        places,
        beside: beside && { ...beside, at: at(beside.startsAt, zone) },
      }),
    ),
    ...changes.map(({ what, which, how, fields }) =>
      importChanges.change({
        how,
        what: `${what} ${which}`,
        fields: (fields ?? []).map((field) => describeField(field, currency)),
      }),
    ),
    ...occurrences.notMade.map(({ venue, zone, name, startsAt, why, occupant }) =>
      importChanges.notMade({
        name,
        venue,
        at: at(startsAt, zone),
        why,
        occupant: occupant && { name: occupant.name, at: at(occupant.startsAt, zone) },
      }),
    ),
    ...findings.map((finding) => importChanges.finding({ text: finding(operatorMessages()) })),
  ]
}
