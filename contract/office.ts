import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, optionalText, otherwise, text } from './fields.ts'
import { instant, moment } from './shapes.ts'

/**
 * What may be changed in the browser besides in the operator's files, by the names that the files use.
 * server/import/files/editable.ts says which columns hold it.
 */
export type VenueField =
  | 'status'
  | 'description'
  | 'openingHours'
  | 'phone'
  | 'email'
  | 'amenities'
  | 'accessibility'
  | 'release'
export type ActivityField =
  | 'description'
  | 'preBookingNotice'
  | 'whatToBring'
  | 'release'
  | 'lastBookableMinutes'
  | 'freeCancelMinutes'
  | 'lateCancelFee'
  | 'noShowPenalty'
  | 'nominalCode'
  | 'waitlist'
export type Subject = 'venue' | 'activity'

const openingTimes = z.strictObject({ days: z.string(), hours: z.string() })

/** What a field says, as it stands in a JSON file: amounts are texts. Null: nothing. */
export const fieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.array(openingTimes),
  z.strictObject({ visitorDays: z.number(), customerDays: z.number(), time: z.string() }),
  z.strictObject({ days: z.number(), time: z.string() }),
  z.strictObject({ minutes: z.number() }),
])
export type FieldValue = z.output<typeof fieldValue>

/** What staff have set in the browser, and the files say otherwise. */
const override = z.object({
  id: z.int(),
  filesValue: fieldValue,
  /** The files have come to say something else since staff set it, and nobody has decided yet. */
  hasFilesChanged: z.boolean(),
  changedBy: z.string(),
  changedAt: instant,
  reason: z.string(),
})

/** Where the files have a field, or where what it is of begins when they do not have it. The first line is 1. */
const fieldPosition = z.object({ file: z.string(), line: z.int() })

/** A field with the value in force. `override` null: the files say so. */
export const editableField = z
  .object({
    name: z.string(),
    value: fieldValue,
    /** null: nothing has been imported since lines are kept. */
    inFiles: fieldPosition.nullable(),
    override: override.nullable(),
  })
  .meta({ id: 'EditableField' })
export type EditableField = z.output<typeof editableField>

const venueOfField = z.object({ slug: z.string(), name: z.string(), timezone: z.string() })

const venueSettings = z.object({ venue: venueOfField, fields: z.array(editableField) })

const activitySettings = z.object({
  activity: z.object({ id: z.int(), name: z.string(), heading: z.string().nullable() }),
  venue: venueOfField,
  fields: z.array(editableField),
})

/** A field that the browser and the files say differently. */
export const difference = z
  .object({
    ...override.shape,
    subject: z.enum(['venue', 'activity']),
    venue: venueOfField,
    activity: z.object({ id: z.int(), name: z.string() }).nullable(),
    field: z.string(),
    value: fieldValue,
    inFiles: fieldPosition.nullable(),
  })
  .meta({ id: 'FieldDifference' })
export type FieldDifference = z.output<typeof difference>

/** A closure of the files that staff have ended. `until` is where it would end. */
export const liftedClosure = z
  .object({
    id: z.int(),
    venue: venueOfField,
    /** None: the whole venue. */
    places: z.array(z.string()),
    from: moment,
    /** null: until further notice. */
    until: moment.nullable(),
    reason: z.string(),
    liftedBy: z.string(),
    liftedAt: instant,
  })
  .meta({ id: 'LiftedClosure' })
export type LiftedClosure = z.output<typeof liftedClosure>

/** What an import is refused with unless it is accepted. */
export const importObjectionCodes = [
  'operator_not_here',
  'files_missing',
  'browser_changes',
  'sessions_lost',
  'bookings_lost',
  'price_jump',
] as const

/** As much as the files of an upload may hold together, before they are encoded. Bytes. */
export const largestUpload = 12 * 1024 * 1024

/** Files as one zip file, or each by itself. `path`: within the folder, with slashes. */
const uploadedFile = z.object({ path: text(200), contentBase64: z.string() })

/** What an import has changed or, checked, would change. */
export const importReport = z
  .object({
    /** A change or a remark each, the first 500. */
    lines: z.array(z.string()),
    lineCount: z.int(),
    /** What would be refused unless its code is accepted. */
    objections: z.array(z.object({ code: z.enum(importObjectionCodes), text: z.string() })),
    summary: z.string(),
  })
  .meta({ id: 'ImportReport' })
export type ImportReport = z.output<typeof importReport>

/** What of the operator's files is edited in the browser, by the names of the files. */
export const catalogueLists = [
  'operator',
  'venues',
  'activities',
  'prices',
  'timetable',
  'sessions',
  'blocks',
  'memberships',
  'packages',
  'restrictions',
  'terms',
  'themes',
  'instructors',
  'tags',
] as const
export const catalogueList = z.enum(catalogueLists)
export type CatalogueList = z.output<typeof catalogueList>

/**
 * A row of a file with its fields as the file has them; those of a CSV file are texts. Which there are say the schemas of
 * the import (docs/operator-schemas), which checks them.
 */
export const catalogueRow = z.looseObject({})
export type CatalogueRow = z.output<typeof catalogueRow>

const rows = z.array(catalogueRow)
const catalogueRows = z.object({
  operator: rows,
  venues: rows,
  activities: rows,
  prices: rows,
  timetable: rows,
  sessions: rows,
  blocks: rows,
  memberships: rows,
  packages: rows,
  restrictions: rows,
  terms: rows,
  themes: rows,
  instructors: rows,
  tags: rows,
} satisfies Record<CatalogueList, typeof rows>)

/** `before` null: it is added; `after` null: it is taken out. */
export const catalogueEdit = z.object({
  list: catalogueList,
  /** As the caller has seen it: refused where somebody has changed it since. */
  before: catalogueRow.nullable(),
  after: catalogueRow.nullable(),
})
export type CatalogueEdit = z.output<typeof catalogueEdit>

const change = z.object({
  /** As the files call it. */
  field: text(60),
  value: fieldValue,
  /** What the caller has seen: refused where somebody has changed it since. */
  before: fieldValue,
  /** What colleagues read beside it. */
  reason: optionalText(200),
})

const errors = { changed_meanwhile: 409, from_files: 409 } as const

const reads = ['catalogue', 'session'] as const
const changes = ['catalogue', 'timetable'] as const

export const office = {
  venue: endpoint({
    method: 'GET',
    path: '/office/venues/{venue}',
    summary: 'The fields of a venue that may be changed here, and what the files say of them.',
    allow: 'staff',
    needs: 'catalogue',
    params: z.object({ venue: z.string() }),
    returns: venueSettings,
    reads,
  }),
  changeVenue: endpoint({
    method: 'PATCH',
    path: '/office/venues/{venue}',
    summary: 'Change a field of a venue. The next import leaves it so.',
    allow: 'staff',
    needs: 'catalogue',
    params: z.object({ venue: z.string() }),
    body: change,
    returns: venueSettings,
    errors,
    idempotent: true,
    changes,
  }),
  activities: endpoint({
    method: 'GET',
    path: '/office/venues/{venue}/activities',
    summary: 'The activities of a venue, each below its heading.',
    allow: 'staff',
    needs: 'catalogue',
    params: z.object({ venue: z.string() }),
    returns: z.object({
      venue: venueOfField,
      activities: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          heading: z.string().nullable(),
          /** How many of its fields the files say differently. */
          overrides: z.int(),
        }),
      ),
    }),
    reads,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/office/activities/{activityId}',
    summary: 'The fields of an activity that may be changed here, and what the files say of them.',
    allow: 'staff',
    needs: 'catalogue',
    params: z.object({ activityId: id }),
    returns: activitySettings,
    reads,
  }),
  changeActivity: endpoint({
    method: 'PATCH',
    path: '/office/activities/{activityId}',
    summary: 'Change a field of an activity. The next import leaves it so.',
    allow: 'staff',
    needs: 'catalogue',
    params: z.object({ activityId: id }),
    body: change,
    returns: activitySettings,
    errors,
    idempotent: true,
    changes,
  }),
  differences: endpoint({
    method: 'GET',
    path: '/office/differences',
    summary:
      'Every field that staff have changed and the files say differently; first those of which the files have changed since.',
    allow: 'staff',
    needs: 'settings',
    everywhere: true,
    returns: z.array(difference),
    reads,
  }),
  liftedClosures: endpoint({
    method: 'GET',
    path: '/office/lifted-closures',
    summary: 'The closures that the files have and staff have ended, which an import leaves out.',
    allow: 'staff',
    needs: 'settings',
    everywhere: true,
    returns: z.array(liftedClosure),
    reads: ['catalogue', 'timetable', 'session'],
  }),
  importFiles: endpoint({
    method: 'POST',
    path: '/office/imports',
    summary:
      "Import the operator's files, which are uploaded one by one or as a zip file; with `check` only say what that would change.",
    allow: 'staff',
    needs: 'settings',
    everywhere: true,
    body: z.object({
      files: z.array(uploadedFile).min(1, 'Choose files.').max(300, 'Choose at most 300 files.'),
      check: flag,
      accept: otherwise(z.array(z.enum(importObjectionCodes)), []),
    }),
    returns: importReport,
    errors: { invalid_files: 422, import_refused: 409 },
    idempotent: true,
    // An import has a transaction of its own.
    inTransaction: false,
    // Base64 makes a third more of it.
    largestBody: 17 * 1024 * 1024,
    limit: { attempts: 60, seconds: 3600 },
    changes: ['attendance', 'bookings', 'catalogue', 'session', 'timetable', 'waitlists'],
  }),
  catalogue: endpoint({
    method: 'GET',
    path: '/office/catalogue',
    summary:
      "The catalogue in force, as rows of the operator's files; for staff of some venues what is theirs.",
    allow: 'staff',
    // Whoever may draft a change sees what there is to change.
    needs: 'timetable.draft',
    // Read in a transaction of its own, as an export is.
    inTransaction: false,
    returns: z.object({ lists: catalogueRows }),
    reads: ['catalogue', 'operator', 'session'],
  }),
  changeCatalogue: endpoint({
    method: 'POST',
    path: '/office/catalogue/changes',
    summary:
      'Add, change and take out rows of the catalogue, all of them or none, as an import of files would; with `check` only say what that would change.',
    allow: 'staff',
    // With `check`, as before putting it into a draft; saving it at once needs `settings`.
    needs: 'timetable.draft',
    everywhere: true,
    body: z.object({
      edits: z.array(catalogueEdit).min(1).max(200),
      /** New pictures that rows name. */
      pictures: otherwise(z.array(uploadedFile).max(10), []),
      check: flag,
      accept: otherwise(z.array(z.enum(importObjectionCodes)), []),
    }),
    returns: importReport,
    errors: { changed_meanwhile: 409, still_used: 409, import_refused: 409, needs_second_person: 403 },
    idempotent: true,
    // An import has a transaction of its own.
    inTransaction: false,
    largestBody: 2 * 1024 * 1024,
    limit: { attempts: 1000, seconds: 3600 },
    changes: ['attendance', 'bookings', 'catalogue', 'operator', 'session', 'timetable', 'waitlists'],
  }),
  takeFilesValue: endpoint({
    method: 'POST',
    path: '/office/overrides/{overrideId}/take',
    summary: "Take the files' value of a field instead of the one that staff have set.",
    allow: 'staff',
    needs: 'settings',
    everywhere: true,
    params: z.object({ overrideId: id }),
    body: z.object({ value: fieldValue, filesValue: fieldValue }),
    returns: z.array(difference),
    errors: { changed_meanwhile: 409 },
    idempotent: true,
    changes,
  }),
  keepValue: endpoint({
    method: 'POST',
    path: '/office/overrides/{overrideId}/keep',
    summary: 'Stay with the value that staff have set, also where the files have changed since.',
    allow: 'staff',
    needs: 'settings',
    everywhere: true,
    params: z.object({ overrideId: id }),
    body: z.object({ value: fieldValue, filesValue: fieldValue }),
    returns: z.array(difference),
    errors: { changed_meanwhile: 409 },
    idempotent: true,
    changes,
  }),
}
