import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optionalText, text } from './fields.ts'
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

/** A field with the value in force. `override` null: the files say so. */
export const editableField = z
  .object({ name: z.string(), value: fieldValue, override: override.nullable() })
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
    until: moment,
    reason: z.string(),
    liftedBy: z.string(),
    liftedAt: instant,
  })
  .meta({ id: 'LiftedClosure' })
export type LiftedClosure = z.output<typeof liftedClosure>

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
    needs: 'settings',
    params: z.object({ venue: z.string() }),
    returns: venueSettings,
    reads,
  }),
  changeVenue: endpoint({
    method: 'PATCH',
    path: '/office/venues/{venue}',
    summary: 'Change a field of a venue. The next import leaves it so.',
    allow: 'staff',
    needs: 'settings',
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
    needs: 'settings',
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
    needs: 'settings',
    params: z.object({ activityId: id }),
    returns: activitySettings,
    reads,
  }),
  changeActivity: endpoint({
    method: 'PATCH',
    path: '/office/activities/{activityId}',
    summary: 'Change a field of an activity. The next import leaves it so.',
    allow: 'staff',
    needs: 'settings',
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
    returns: z.array(difference),
    reads,
  }),
  liftedClosures: endpoint({
    method: 'GET',
    path: '/office/lifted-closures',
    summary: 'The closures that the files have and staff have ended, which an import leaves out.',
    allow: 'staff',
    needs: 'settings',
    returns: z.array(liftedClosure),
    reads: ['catalogue', 'timetable', 'session'],
  }),
  takeFilesValue: endpoint({
    method: 'POST',
    path: '/office/overrides/{overrideId}/take',
    summary: "Take the files' value of a field instead of the one that staff have set.",
    allow: 'staff',
    needs: 'settings',
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
    params: z.object({ overrideId: id }),
    body: z.object({ value: fieldValue, filesValue: fieldValue }),
    returns: z.array(difference),
    errors: { changed_meanwhile: 409 },
    idempotent: true,
    changes,
  }),
}
