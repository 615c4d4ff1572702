import { z } from 'zod'
import {
  anyText,
  day,
  html,
  optionalEmail,
  optionalPhone,
  optionalPostcode,
  optionalText,
  slug,
  text,
  time,
  venueSlug,
} from '#server/import/files/fields.ts'
import { zone } from './operator.ts'

/* Schema of venues.json: venues with their locations and tills. */

const locationEntry = z.strictObject({
  slug,
  name: text(),
  kind: z.enum(['resource', 'venue']).default('resource'),
  /** Smaller locations that it is made of. */
  contains: z.array(slug).default([]),
  /** Several sessions may go on in it at once, as in a pool. */
  shared: z.boolean().default(false),
})

export const venueEntry = (today: string) =>
  z.strictObject({
    slug: venueSlug,
    name: text(),
    venueType: optionalText(60).default(''),
    status: z.enum(['open', 'maintenance', 'closed']).default('open'),
    addressLineOne: optionalText().default(''),
    town: optionalText(80).default(''),
    region: optionalText(80).default(''),
    postcode: optionalPostcode,
    lat: z.number().min(-90).max(90).nullable().default(null),
    lng: z.number().min(-180).max(180).nullable().default(null),
    phone: optionalPhone,
    email: optionalEmail,
    timezone: zone.nullable().default(null),
    activitiesV2Enabled: z.boolean().default(true),
    migrationDate: day(today).nullable().default(null),
    displayVenueSelectionButton: z.boolean().default(true),
    onlineJoining: z.boolean().default(false),
    theme: slug.nullable().default(null),
    footer: html.default(''),
    description: anyText(4000).default(''),
    amenities: z.array(text(80)).default([]),
    accessibility: z.array(text(80)).default([]),
    openingHours: z.array(z.strictObject({ days: text(60), hours: text(80) })).default([]),
    release: z
      .strictObject({
        visitorDays: z.int().min(0).max(365).default(6),
        customerDays: z.int().min(0).max(365).default(7),
        time: time.default('22:00'),
      })
      .default({ visitorDays: 6, customerDays: 7, time: '22:00' }),
    locations: z.array(locationEntry).default([]),
    /** The drawers of its desk. */
    tills: z.array(z.strictObject({ slug, name: text(60) })).default([]),
  })
