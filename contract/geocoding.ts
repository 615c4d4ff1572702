import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

/** PLACE: somewhere in Great Britain, in degrees. */
export const place = z.object({ name: z.string(), lat: z.number(), lng: z.number() }).meta({ id: 'Place' })
export type Place = z.output<typeof place>

export const geocoding = {
  search: endpoint({
    method: 'GET',
    path: '/geocoding',
    summary: 'The five best matches for a town or postcode of Great Britain. Empty when there is none.',
    allow: 'anyone',
    query: z.object({ search: text(100) }),
    returns: z.array(place),
    // The maps service is another company's, with limits of its own.
    limit: { attempts: 120, seconds: 60 },
    cache: 'public',
    reads: ['catalogue'],
  }),
}
