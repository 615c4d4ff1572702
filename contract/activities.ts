import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { category, offeredDate } from './shapes.ts'

export const activities = {
  categories: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/categories',
    summary: 'The root categories of a venue, without their children. None for a closed or unknown venue.',
    allow: 'anyone',
    params: z.object({ venue: z.string() }),
    returns: z.array(category),
    cache: 'public',
    reads: ['catalogue'],
  }),
  category: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/categories/{activity}',
    summary: 'One category or activity, with its children.',
    allow: 'anyone',
    params: z.object({ venue: z.string(), activity: z.string() }),
    returns: category,
    cache: 'public',
    reads: ['catalogue'],
  }),
  dates: endpoint({
    method: 'GET',
    path: '/activities/venue/{venue}/activity-category/{category}/dates',
    summary: 'The days on which the caller may book, in order.',
    allow: 'anyone',
    params: z.object({ venue: z.string(), category: z.string() }),
    returns: z.array(offeredDate),
    reads: ['catalogue', 'session'],
  }),
}
