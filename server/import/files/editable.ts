import { decimals } from '#contract/money.ts'
import type { ActivityField, FieldValue, Subject, VenueField } from '#contract/office.ts'
import type { Row } from '#server/import/sql/reconcile.ts'
import type { Activity, VenueFile } from './types.ts'

/*
 * The fields that may be changed in the browser besides in the files (contract/office.ts): which columns hold each, and
 * what stands in a file for them. Import, export and the acts of the browser read this table.
 */

/** A field as its schema has read it from a file, and the columns that hold it. */
type Field<InFile, Columns> = {
  toColumns: (value: InFile) => Columns
  /** What a file says for them, before its schema reads it. */
  toFile: (columns: Columns) => FieldValue
  /** The timetable is made from it. */
  isPlanned?: true
}

/** A field of which it is not known what it holds. */
type AnyField = {
  toColumns: (value: never) => Row
  toFile: (columns: never) => FieldValue
  isPlanned?: true
}

const ofVenue = <Name extends VenueField>(
  name: Name,
): Field<VenueFile[Name], Record<Name, VenueFile[Name]>> => ({
  toColumns: (value) => ({ [name]: value }) as Record<Name, VenueFile[Name]>,
  toFile: (columns) => columns[name],
})

/** An activity that leaves it out has `initial`. */
const ofActivity = <Column extends string, Value extends FieldValue>(
  column: Column,
  initial: Value,
): Field<Value | undefined, Record<Column, Value>> => ({
  toColumns: (value = initial) => ({ [column]: value }) as Record<Column, Value>,
  toFile: (columns) => columns[column],
})

/** Pence, which a file writes as pounds. */
const amountOf = <Column extends string>(
  column: Column,
  { isNoneAtZero = false }: { isNoneAtZero?: boolean } = {},
): Field<number | null | undefined, Record<Column, number | null>> => ({
  toColumns: (value = null) =>
    ({ [column]: value === 0 && isNoneAtZero ? null : value }) as Record<Column, number | null>,
  toFile: ({ [column]: value }) => (value === null ? null : decimals(value)),
})

type VenueRelease = { releaseDaysVisitor: number; releaseDaysCustomer: number; releaseTime: string }

const venueRelease: Field<VenueFile['release'], VenueRelease> = {
  toColumns: ({ visitorDays, customerDays, time }) => ({
    releaseDaysVisitor: visitorDays,
    releaseDaysCustomer: customerDays,
    releaseTime: time,
  }),
  toFile: ({ releaseDaysVisitor, releaseDaysCustomer, releaseTime }) => ({
    visitorDays: releaseDaysVisitor,
    customerDays: releaseDaysCustomer,
    time: releaseTime.slice(0, 5),
  }),
  isPlanned: true,
}

type OwnRelease = { releaseDays: number | null; releaseTime: string | null; releaseMinutes: number | null }

const ownRelease: Field<Activity['release'], OwnRelease> = {
  toColumns: (release) => ({
    releaseDays: release != null && 'days' in release ? release.days : null,
    releaseTime: release != null && 'days' in release ? release.time : null,
    releaseMinutes: release != null && 'minutes' in release ? release.minutes : null,
  }),
  toFile: ({ releaseDays, releaseTime, releaseMinutes }) => {
    if (releaseMinutes !== null) return { minutes: releaseMinutes }
    return releaseDays === null ? null : { days: releaseDays, time: (releaseTime ?? '').slice(0, 5) }
  },
  isPlanned: true,
}

const venueFields = {
  status: { ...ofVenue('status'), isPlanned: true },
  description: ofVenue('description'),
  openingHours: ofVenue('openingHours'),
  phone: ofVenue('phone'),
  email: ofVenue('email'),
  amenities: ofVenue('amenities'),
  accessibility: ofVenue('accessibility'),
  release: venueRelease,
} satisfies Record<VenueField, AnyField>

const activityFields = {
  description: { ...ofActivity<'description', string | null>('description', null), isPlanned: true },
  preBookingNotice: ofActivity<'preBookingNotice', string | null>('preBookingNotice', null),
  whatToBring: ofActivity<'whatToBring', string | null>('whatToBring', null),
  release: ownRelease,
  lastBookableMinutes: ofActivity<'lastBookableMinutes', number>('lastBookableMinutes', 10),
  freeCancelMinutes: ofActivity<'freeCancelMinutes', number>('freeCancelMinutes', 0),
  lateCancelFee: amountOf('lateCancelFee'),
  // 0 is none, also where the heading has one.
  noShowPenalty: amountOf('noShowPenalty', { isNoneAtZero: true }),
  nominalCode: ofActivity<'nominalCode', string>('nominalCode', ''),
  waitlist: ofActivity<'hasWaitlist', boolean>('hasWaitlist', true),
} satisfies Record<ActivityField, AnyField>

const fields = { venue: venueFields, activity: activityFields } as const

type Fields = Readonly<Record<string, AnyField>>

type Entry<Of extends Fields> = {
  readonly [Name in keyof Of]?: Parameters<Of[Name]['toColumns']>[0] | undefined
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

const columnsIn = <Of extends Fields>(of: Of, entry: Entry<Of>) =>
  Object.assign(
    {},
    ...Object.entries(of).map(([name, { toColumns }]) => toColumns(entry[name] as never)),
  ) as Intersection<ReturnType<Of[keyof Of]['toColumns']>>

/** The columns of a venue, and of an activity, for what the files say. */
export const columnsOfVenue = (venue: VenueFile) => columnsIn(venueFields, venue)
export const columnsOfActivity = (activity: Activity) => columnsIn(activityFields, activity)

const isField = (subject: Subject, name: string): name is VenueField & ActivityField =>
  Object.hasOwn(fields[subject], name)

/** Nothing is booked of a heading, so rules of its own would say nothing. */
const fieldsOfHeadings: readonly string[] = ['description'] satisfies ActivityField[]

/** The names of the fields that may be changed in the browser. */
export const editableNames = (subject: Subject, { isHeading = false } = {}): string[] =>
  Object.keys(fields[subject]).filter((name) => !isHeading || fieldsOfHeadings.includes(name))

const fieldOf = (subject: Subject, name: string): AnyField => {
  if (!isField(subject, name)) throw new Error(`A ${subject} has no field ${name}.`)
  return fields[subject][name]
}

/** What a file says for the columns of a row. */
export const fileValueOf = (subject: Subject, name: string, row: Row): FieldValue =>
  fieldOf(subject, name).toFile(row as never)

/** All of these fields as they stand in a file. */
export const fileValuesOf = (subject: Subject, row: Row): Record<string, FieldValue> =>
  Object.fromEntries(editableNames(subject).map((name) => [name, fileValueOf(subject, name, row)]))

/** The columns for what a schema has read from a file. */
export const columnsOfField = (subject: Subject, name: string, value: unknown): Row =>
  fieldOf(subject, name).toColumns(value as never)

/** Whether the timetable is made from a field. */
export const isPlannedBy = (subject: Subject, name: string): boolean =>
  fieldOf(subject, name).isPlanned === true
