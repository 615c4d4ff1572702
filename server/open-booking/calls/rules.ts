import type { Database } from '#server/platform/database.ts'

/** A booking partner whose key came with a call. */
export type BookingPartner = {
  id: number
  name: string
  /** The operators, which are the sellers, that it may sell for. */
  operatorIds: number[]
  /** How many calls a minute it may make. */
  callsPerMinute: number
}

/** A call of the Open Booking API: authenticated, within its rate, its body read. */
export type BookingCall = {
  db: Database
  partner: BookingPartner
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The parsed JSON; `{}` where there is no body. It has not been checked. */
  body: unknown
  /** What the operator's items and orders are called by begins with it: `https://bookings.example`. */
  site: string
  now: Date
}

/** An answer; a string is sent as it is, so that a repeated call gets the same bytes. */
export type BookingAnswer = { status: 200 | 201 | 204 | 409; body?: object | string }

/** One verb at one path below the base: `/order-quotes/{uuid}`. */
export type BookingRoute = {
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST'
  path: string
  handle: (call: BookingCall) => Promise<BookingAnswer>
}

/** A call without a key: of the test interface. */
export type KeylessCall = Omit<BookingCall, 'partner'>
export type KeylessRoute = Omit<BookingRoute, 'handle'> & {
  keyless: true
  handle: (call: KeylessCall) => Promise<BookingAnswer>
}

export const mediaType = 'application/vnd.openactive.booking+json; version=1'

/** The route of a call and what its path names; null where there is none. */
export const findRoute = <R extends { method: string; path: string }>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; params: Record<string, string> } | null => {
  const given = path.split('/')
  for (const route of routes) {
    if (route.method !== method) continue
    const wanted = route.path.split('/')
    if (wanted.length !== given.length) continue
    const params: Record<string, string> = {}
    const fits = wanted.every((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      const value = given[index] ?? ''
      if (name === undefined) return segment === value
      params[name] = value
      return value !== ''
    })
    if (fits) return { route, params }
  }
  return null
}
