import { gazetteer } from './gazetteer.ts'
import { bestPlaces } from './port.ts'
import type { Place } from './port.ts'

type Town = Place & { words: string; districts: readonly number[] }

/**
 * Looks in our own table of towns and postcode districts: "N7", "N7 6GG", "OL16", "oldham", "st albans".
 * A whole postcode is taken for its district, which is as much as a search of some miles needs.
 */
export const findInTable = (search: string): Place[] => {
  const { areas, towns } = table()
  const postcode = districtOf(search)
  if (postcode !== null) {
    const area = areas.get(postcode.area)
    if (area === undefined) return []
    const town =
      area.find(({ districts }) => postcode.number !== null && districts.includes(postcode.number)) ?? area[0]
    return town === undefined
      ? []
      : [{ name: `${postcode.displayName}, ${town.name}`, lat: town.lat, lng: town.lng }]
  }
  const wanted = inWords(search)
  if (wanted.length < 2) return []
  const rank = ({ words }: Town): number => {
    if (words === wanted) return 0
    if (words.startsWith(`${wanted} `)) return 1
    if (words.startsWith(wanted)) return 2
    return ` ${words}`.includes(` ${wanted}`) ? 3 : 4
  }
  return (
    towns
      .map((town) => ({ town, rank: rank(town) }))
      .filter((found) => found.rank < 4)
      // Of towns that fit alike the one with more districts is the greater.
      .toSorted((a, b) => a.rank - b.rank || b.town.districts.length - a.town.districts.length)
      .slice(0, bestPlaces)
      .map(({ town: { name, lat, lng } }) => ({ name, lat, lng }))
  )
}

/** The district of a postcode however it is written; null for what is none. */
const districtOf = (search: string): { area: string; number: number | null; displayName: string } | null => {
  const written = search.trim().toUpperCase().replaceAll(/\s+/g, ' ')
  const inward = /^([A-Z]{1,2}\d[A-Z\d]?) ?\d[A-Z]{2}$/.exec(written)?.[1]
  const outward = inward ?? /^([A-Z]{1,2}\d[A-Z\d]?)( \d[A-Z]?)?$/.exec(written)?.[1]
  const parts = /^([A-Z]{1,2})(\d{1,2})[A-Z]?$/.exec(outward ?? '')
  if (parts?.[1] !== undefined)
    return { area: parts[1], number: Number(parts[2]), displayName: outward ?? '' }
  return /^[A-Z]{1,2}$/.test(written) && table().areas.has(written)
    ? { area: written, number: null, displayName: written }
    : null
}

const inWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replace(/^saint /, 'st ')
    .replace(/ (uk|gb|united kingdom|england|scotland|wales)$/, '')
    .trim()

type Table = { areas: ReadonlyMap<string, readonly Town[]>; towns: readonly Town[] }

let read: Table | undefined

/** Read with the first question. */
const table = (): Table => {
  if (read !== undefined) return read
  const areas = new Map(
    gazetteer
      .trim()
      .split('\n')
      .map((line): [string, Town[]] => {
        const [area = '', towns = ''] = line.split(':')
        return [area, towns.split(';').map(townOf)]
      }),
  )
  // Some towns have districts of two areas.
  const towns = [...new Map([...areas.values()].flat().map((town) => [town.name, town])).values()]
  return (read = { areas, towns })
}

const townOf = (written: string): Town => {
  const parts = /^(.+?) (-?\d+\.\d+) (-?\d+\.\d+)((?: [\d-]+)*)$/.exec(written)
  if (parts === null) throw new Error(`The gazetteer cannot be read at “${written}”`)
  const [, name = '', lat, lng, districts = ''] = parts
  return { name, lat: Number(lat), lng: Number(lng), words: inWords(name), districts: numbersOf(districts) }
}

/** ` 1-4 8 9` */
const numbersOf = (written: string): number[] =>
  written
    .split(' ')
    .filter(Boolean)
    .flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    })
