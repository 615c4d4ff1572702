import { z } from 'zod'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { bestPlaces } from './port.ts'
import type { Maps, Place } from './port.ts'
import { findInTable } from './table.ts'

/** The maps of the settings. Where a service is set, our own table stands in while it is down. */
export const chooseMaps = (settings: Config['maps'], log: Log): Maps => {
  const table: Maps = { find: async (search) => findInTable(search) }
  return settings.service === 'table' ? table : createMapsService(settings, { log, meanwhile: table })
}

/** A person waits for this; after it they are better served by our own table. */
const timeOutMs = 3000

/** Places do not move: an answer is kept for a day, which is also what services ask of those who call them. */
const keepMs = 24 * 3600 * 1000

const keepAtMost = 2000

/**
 * The service is another company's, which limits us in turn. Searches themselves have no limit: every visitor of home
 * makes one, many of them behind one address.
 */
const callsPerMinute = 600

type Settings = Pick<Config['maps'], 'service' | 'url' | 'token'>

/** A maps service reached by HTTP, queried for Great Britain only (row C14). */
export const createMapsService = (
  settings: Settings,
  {
    log,
    meanwhile,
    now = Date.now,
    mostCalls = callsPerMinute,
  }: { log: Log; meanwhile: Maps; now?: () => number; mostCalls?: number },
): Maps => {
  const dialect = settings.service === 'mapbox' ? mapbox : nominatim
  const stored = new Map<string, { at: number; places: Place[] }>()
  let minute = 0
  let calls = 0
  const mayCall = (): boolean => {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) [minute, calls] = [current, 0]
    calls += 1
    return calls <= mostCalls
  }

  return {
    find: async (search, onUnreachable) => {
      const wanted = search.trim().toLowerCase().replaceAll(/\s+/g, ' ')
      const existing = stored.get(wanted)
      if (existing !== undefined && now() - existing.at < keepMs) return existing.places
      if (!mayCall()) {
        onUnreachable?.()
        return meanwhile.find(search)
      }
      try {
        const answer = await fetch(dialect.address(settings, wanted), {
          headers: { accept: 'application/json', 'accept-language': 'en-GB', 'user-agent': 'Onside' },
          signal: AbortSignal.timeout(timeOutMs),
          redirect: 'error',
        })
        if (!answer.ok) throw new Error(`The maps service answered ${answer.status}`)
        const places = dialect.places(await answer.json()).slice(0, bestPlaces)
        if (stored.size >= keepAtMost) stored.clear()
        stored.set(wanted, { at: now(), places })
        return places
      } catch (error) {
        // What was looked for may be a person's home: it is not logged.
        log.warn({ err: error }, 'maps service did not answer; our own table does')
        onUnreachable?.()
        return meanwhile.find(search)
      }
    },
  }
}

type Dialect = {
  address: (settings: Settings, search: string) => URL
  /** @throws when the answer is not in the form expected */
  places: (answer: unknown) => Place[]
}

const degrees = z.coerce.number().refine(Number.isFinite)

const nominatim: Dialect = {
  address: ({ url, token }, search) => {
    const address = new URL(`${url}/search`)
    address.search = new URLSearchParams({
      q: search,
      countrycodes: 'gb',
      format: 'jsonv2',
      limit: String(bestPlaces),
      ...(token === '' ? {} : { key: token }),
    }).toString()
    return address
  },
  places: (answer) =>
    z
      .array(z.object({ display_name: z.string(), lat: degrees, lon: degrees }))
      .parse(answer)
      .map((found) => ({ name: shortName(found.display_name), lat: found.lat, lng: found.lon })),
}

const mapbox: Dialect = {
  address: ({ url, token }, search) => {
    const address = new URL(`${url}/geocoding/v5/mapbox.places/${encodeURIComponent(search)}.json`)
    address.search = new URLSearchParams({
      country: 'gb',
      limit: String(bestPlaces),
      ...(token === '' ? {} : { access_token: token }),
    }).toString()
    return address
  },
  places: (answer) =>
    z
      .object({
        features: z.array(z.object({ place_name: z.string(), center: z.tuple([degrees, degrees]) })),
      })
      .parse(answer)
      .features.map((found) => ({
        name: shortName(found.place_name),
        lat: found.center[1],
        lng: found.center[0],
      })),
}

/** "Oldham, Greater Manchester" of the whole chain of authorities; a country everybody knows of is left out. */
const shortName = (name: string): string =>
  name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(United Kingdom|England|Scotland|Wales)$/.test(part))
    .slice(0, 2)
    .join(', ')
