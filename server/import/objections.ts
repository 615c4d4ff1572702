import { formatted } from '#contract/money.ts'
import { isPriceJump, percentOfChange } from '#contract/priceChange.ts'
import type { importObjectionCodes } from '#contract/office.ts'
import type { BlockBookingFile, OperatorFiles } from './files/types.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import { minutesOf, weekdayOf } from '#server/platform/clock.ts'
import { SetupError } from '#server/platform/errors.ts'
import type { Generated } from '#server/timetable/generate.ts'
import { startsOf } from '#server/timetable/programme.ts'
import type { ImportedOperator } from './operator.ts'
import type { Change } from './reconcile.ts'

/* What an import does not do unless it is told to: most likely the files are not those that were meant. */

export type ObjectionCode = (typeof importObjectionCodes)[number]

export type Objection = { code: ObjectionCode; text: Text }

/** The import would do what nobody has accepted; nothing was changed. */
export class ImportRefused extends SetupError {
  readonly objections: readonly Objection[]

  constructor(objections: readonly Objection[]) {
    super(
      operatorMessages().importChanges.refused({
        objections: objections.map(({ code, text }) => ({ code, sentence: text(operatorMessages()) })),
      }),
    )
    this.name = 'ImportRefused'
    this.objections = objections
  }
}

/** Who and what these list stays when they are gone. */
const filesOfPeople: ReadonlySet<string> = new Set(['people.json', 'sales.json', 'waitlists.json'])

/** More of the coming sessions than this are withdrawn by mistake. */
const largestShareLost = 0.2

const mostBookedLost = 10

export const findObjections = ({
  files,
  operator,
  otherOperators,
  changes,
  comingBefore,
  occurrences,
  undone,
}: {
  files: Pick<OperatorFiles, 'operator' | 'names'>
  operator: ImportedOperator
  /** The operators of this database besides the one of the files. */
  otherOperators: readonly string[]
  changes: readonly Change[]
  /** How many sessions were to come before the import. */
  comingBefore: number
  occurrences: Pick<Generated, 'withdrawn' | 'cancelled'>
  /** What was changed in the browser and would not stay so. */
  undone: readonly string[]
}): Objection[] => {
  const objections: Objection[] = []
  const object = (code: ObjectionCode, text: (messages: Messages['importChanges']) => string) =>
    objections.push({ code, text: (messages) => text(messages.importChanges) })

  if (operator.isNew && otherOperators.length > 0) {
    const { slug } = files.operator
    object('operator_not_here', (messages) => messages.operatorNotHere({ slug, others: otherOperators }))
  }
  const missing = operator.importedFiles.filter(
    (name) => !files.names.includes(name) && !filesOfPeople.has(name),
  )
  if (missing.length > 0) object('files_missing', (messages) => messages.filesMissing({ files: missing }))
  if (undone.length > 0) object('browser_changes', (messages) => messages.browserChanges({ undone }))
  const lost = occurrences.withdrawn + occurrences.cancelled
  if (lost > comingBefore * largestShareLost)
    object('sessions_lost', (messages) => messages.sessionsLost({ lost, of: comingBefore }))
  if (occurrences.cancelled > mostBookedLost)
    object('bookings_lost', (messages) => messages.bookingsLost({ sessions: occurrences.cancelled }))
  const { currencySymbol } = files.operator
  for (const { what, which, from, to } of changes.flatMap(priceChanges)) {
    if (!isPriceJump(from, to)) continue
    object('price_jump', (messages) =>
      messages.priceJump({
        name: `${what} ${which}`,
        from: formatted(from, currencySymbol),
        to: formatted(to, currencySymbol),
        percent: percentOfChange(from, to),
      }),
    )
  }
  return objections
}

const priceChanges = ({ what, which, fields }: Change) =>
  (fields ?? []).flatMap(({ field, from, to }) =>
    field === 'price' && typeof from === 'number' && typeof to === 'number'
      ? [{ what, which, from, to }]
      : [],
  )

/** Lines that are read and do nothing: a block booking of no session, a waiver that no activity asks for. */
export const findUnusedLines = (files: OperatorFiles, today: string): Text[] => [
  ...files.blockBookings
    .filter((block) => (block.validUntil ?? today) >= today && !coversSession(block, files))
    .map(
      ({ venue, activity, slug }): Text =>
        (messages) =>
          messages.importChanges.coversNoSession({ block: `${venue}/${activity}/${slug}` }),
    ),
  ...files.restrictions
    .filter(({ slug }) => !files.activities.some(({ restrictions }) => restrictions.includes(slug)))
    .map(
      ({ slug, kind }): Text =>
        (messages) =>
          messages.importChanges.restrictionUnused({ slug, kind }),
    ),
]

const coversSession = (block: BlockBookingFile, { series, oneOffs }: OperatorFiles): boolean => {
  const covers = (
    session: { venue: string; activity: string },
    locations: readonly string[],
    start: string,
  ) =>
    session.venue === block.venue &&
    session.activity === block.activity &&
    (block.location === null || locations.includes(block.location)) &&
    minutesOf(block.startTime) <= minutesOf(start) &&
    minutesOf(start) < minutesOf(block.untilTime)
  return (
    series.some(
      (line) =>
        line.weekdays.some((day) => block.weekdays.includes(day)) &&
        isBefore(line.validFrom, block.validUntil) &&
        isBefore(block.validFrom, line.validUntil) &&
        startsOf(line).some((start) => covers(line, line.locations, start)),
    ) ||
    oneOffs.some(
      (session) =>
        block.weekdays.includes(weekdayOf(session.date)) &&
        isBefore(session.date, block.validUntil) &&
        isBefore(block.validFrom, session.date) &&
        covers(session, [session.location], session.startTime),
    )
  )
}

/** Days of null are open ends. */
const isBefore = (from: string | null, until: string | null): boolean =>
  from === null || until === null || from <= until
