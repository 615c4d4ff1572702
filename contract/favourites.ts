import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optional } from './fields.ts'
import { maxFavourites, maxKeyLength, readFavouriteKey } from './favouriteKeys.ts'
import { offer } from './search.ts'

export const favouriteKinds = ['venue', 'activity', 'class', 'instructor'] as const

/** What a favourite is of: `class/leeds-road/yoga/Sunrise%20yoga` (favouriteKeys.ts). */
export const favouriteKeyField = z
  .string()
  .max(maxKeyLength)
  .refine((key) => readFavouriteKey(key) !== null, { error: 'This is not a favourite.' })

/** With the names it had when it was added: it outlives what it is of. */
const favourite = z
  .object({
    id: z.int(),
    key: z.string(),
    kind: z.enum(favouriteKinds),
    name: z.string(),
    /** `''` for an instructor. */
    venueName: z.string(),
  })
  .meta({ id: 'Favourite' })
export type Favourite = z.output<typeof favourite>

/** A favourite with its next times. */
const favouriteTimes = z
  .object({
    /** null: of a visitor. */
    id: z.int().nullable(),
    key: z.string(),
    kind: z.enum(favouriteKinds),
    /** `''` for a visitor's that is not offered any more: the browser has its name. */
    name: z.string(),
    /** `''` for an instructor. */
    venueName: z.string(),
    venueSlug: z.string().nullable(),
    activitySlug: z.string().nullable(),
    /** Whether the operator still has it; false has no page to lead to. */
    isOffered: z.boolean(),
    /** Its activities that have times; of a venue none. */
    offers: z.array(offer),
  })
  .meta({ id: 'FavouriteTimes', description: 'A favourite with its next bookable times' })
export type FavouriteTimes = z.output<typeof favouriteTimes>

const forWhom = { selectedUserId: optional(id) }

export const favourites = {
  mine: endpoint({
    method: 'GET',
    path: '/my-account/favourites',
    summary: 'The favourites of the customer, in the order they were added. /favourites has their times.',
    allow: 'customer',
    query: z.object(forWhom),
    returns: z.array(favourite),
    reads: ['favourites', 'session'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/my-account/favourites',
    summary: 'Add a venue, an activity, a class or an instructor. Adding it again changes nothing.',
    allow: 'customer',
    body: z.object({ key: favouriteKeyField, ...forWhom }),
    returns: z.array(favourite),
    errors: { favourite_limit: 409 },
    idempotent: true,
    changes: ['favourites'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/my-account/favourites/{favouriteId}',
    summary: 'Remove a favourite.',
    allow: 'customer',
    params: z.object({ favouriteId: id }),
    query: z.object(forWhom),
    returns: z.array(favourite),
    idempotent: true,
    changes: ['favourites'],
  }),
  merge: endpoint({
    method: 'POST',
    path: '/my-account/favourites/merge',
    summary:
      'Add the favourites of the browser after logging in. What is there already, is not offered any more or is above the limit is left out.',
    allow: 'customer',
    body: z.object({ keys: z.array(favouriteKeyField).min(1).max(maxFavourites) }),
    returns: z.array(favourite),
    idempotent: true,
    changes: ['favourites'],
  }),
  times: endpoint({
    method: 'GET',
    path: '/favourites',
    summary:
      'The favourites of the customer, or of a visitor by `keys`, each with its next times that have a place.',
    allow: 'anyone',
    query: z.object({
      /** Separated by commas; of a visitor, whose favourites are in the browser. */
      keys: optional(z.string().max(12_000)),
    }),
    returns: z.array(favouriteTimes),
    reads: ['timetable', 'favourites', 'session'],
  }),
}
