import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Nouns } from '#contract/calls.ts'
import { alreadyFull, dateNotOffered, generalFailures } from '#contract/failure.ts'
import * as api from '#contract/index.ts'
import { permissions } from '#contract/permissions.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Person } from '#server/platform/actor.ts'
import { requireAllowed } from '#server/platform/authentication.ts'
import { Refusal } from '#server/platform/errors.ts'

const endpoints = Object.entries<Nouns[string]>(api).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([name, endpoint]) => ({ title: `${noun}.${name}`, endpoint })),
)

describe('every endpoint', () => {
  it.each(endpoints)('$title names in its path just its params', ({ endpoint }) => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(inPath)
  })

  it.each(endpoints)(
    '$title declares refusals in words, each with the status it has elsewhere',
    ({ endpoint }) => {
      for (const [code, status] of Object.entries(endpoint.errors ?? {})) {
        expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
        expect([400, 401, 402, 403, 404, 409, 410, 422, 503]).toContain(status)
        expect(generalFailures).not.toHaveProperty(code)
      }
    },
  )

  it.each(endpoints.filter(({ endpoint }) => endpoint.method === 'GET'))(
    '$title only reads',
    ({ endpoint }) => {
      expect([endpoint.body, endpoint.changes, endpoint.idempotent]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    },
  )

  it.each(endpoints.filter(({ endpoint }) => endpoint.method !== 'GET'))(
    '$title only writes',
    ({ endpoint }) => {
      expect([endpoint.reads, endpoint.cache]).toEqual([undefined, undefined])
    },
  )

  it('that takes a new password has it looked up in a list of breached ones', () => {
    const takesNewPassword = (body: z.ZodType | undefined): boolean =>
      body !== undefined &&
      /"password":\{[^{}]*"minLength":10\b/.test(
        JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
      )
    const taking = endpoints.filter(({ endpoint }) => takesNewPassword(endpoint.body))
    expect(taking.map(({ title }) => title)).toContain('customers.register')
    const looking = endpoints.filter(({ endpoint }) => endpoint.setsPassword === true)
    expect(looking.map(({ title }) => title)).toEqual(taking.map(({ title }) => title))
  })

  it.each(endpoints.filter(({ endpoint }) => endpoint.needs !== undefined))(
    '$title is for staff who are permitted to, and for no others',
    ({ endpoint }) => {
      const person = (granted: readonly Permission[], venueId: number | null = null): Person => ({
        id: 1,
        operatorId: 1,
        role: 'staff',
        rights: [{ permissions: granted, venueId, instructorId: null }],
        linkedIds: [],
        isVerified: true,
        language: null,
        tokenDigest: Buffer.alloc(0),
      })
      const { needs } = endpoint
      expect(endpoint.allow).toBe('staff')
      const refused = () => {
        requireAllowed(endpoint, person(permissions.filter((permission) => permission !== needs)))
      }
      expect(refused).toThrow(Refusal)
      requireAllowed(endpoint, person(needs === undefined ? [] : [needs]))
      const atOneVenue = () => {
        requireAllowed(endpoint, person(permissions, 11))
      }
      if (endpoint.everywhere === true) expect(atOneVenue).toThrow(Refusal)
      else atOneVenue()
    },
  )

  it('of staff says what they must be permitted to do', () => {
    const open = endpoints.filter(
      ({ endpoint }) => endpoint.allow === 'staff' && endpoint.needs === undefined,
    )
    // The tills where one may work: the frame of every page of the desk reads them.
    expect(open.map(({ title }) => title)).toEqual(['tills.list'])
  })

  it('has a verb and path of its own', () => {
    const addresses = endpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`,
    )
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each([
    ['baskets', 'add'],
    ['baskets', 'remove'],
    ['sessions', 'login'],
    ['sessions', 'logout'],
    ['checkout', 'complete'],
  ])('%s.%s makes the timetable stale', (noun, name) => {
    const nouns: Nouns = api
    expect(nouns[noun]?.[name]?.changes).toContain('timetable')
  })

  it('every timetable is read anew then', () => {
    for (const { reads } of Object.values(api.timetable)) expect(reads).toContain('timetable')
  })

  it('keeps the two texts that programs read', () => {
    expect(dateNotOffered).toBe('The date should be within the valid days you are able to view.')
    expect(alreadyFull).toBe('The session being booked is already full')
    for (const query of [{}, { date: '' }, { date: 'today' }, { date: '2027-02-30' }]) {
      const parsed = api.timetable.classes.query.safeParse(query)
      expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
        ['date', dateNotOffered],
      ])
    }
  })
})
