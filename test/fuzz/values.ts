import { resolved } from './operations.ts'
import type { Schema } from './operations.ts'
import type { Pool } from './pool.ts'
import type { Random } from './random.ts'

/** What values are made from. `share` of them are hostile. */
export type Source = { random: Random; pool: Pool; noun: string; now: Date; share: number; isStaff: boolean }

const depthAtMost = 6

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFFx',
  '\u{1F3CA}'.repeat(50),
  '\u202E\u200B\uFEFF',
  'ﷺ'.repeat(300),
  "'; drop table customer; --",
  '%',
  '_%\\',
  '\\',
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e400',
  '00000000000000000001',
  '9999-12-31',
  '0000-00-00',
  '2027-02-29',
  '+275760-09-13',
  '2027-03-04T10:00:00Z',
  '24:00',
  'x'.repeat(201),
  'x'.repeat(5000),
  'a@b',
  `${'a'.repeat(250)}@example.test`,
  '\r\nSet-Cookie: a=b',
  '0x10',
  '१२',
]

const hostileNumbers: readonly number[] = [
  0,
  -1,
  -0,
  0.5,
  1e-7,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  2 ** 63,
  1e21,
  1.7976931348623157e308,
]

const hostile = ({ random, pool, noun }: Source): unknown =>
  random.pick<() => unknown>([
    () => random.pick(hostileTexts),
    () => random.pick(hostileNumbers),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => [null],
    () => [[[]]],
    () => ({ length: 1e9 }),
    () => ({ id: random.pick(hostileNumbers) }),
    () => Array.from({ length: 300 }, (_, n) => n),
    () => pool.pick('id', noun) ?? 1,
    () => String(pool.pick('id', noun) ?? 1),
  ])()

const day = ({ random, now }: Source): string =>
  new Date(now.getTime() + (random.below(24) - 8) * 86_400_000).toISOString().slice(0, 10)

const text = (schema: Schema, name: string, source: Source): string => {
  const { random } = source
  if (schema.format === 'date') return day(source)
  if (schema.format === 'date-time') return `${day(source)}T10:00:00Z`
  if (schema.format === 'uuid') return '0f8fad5b-d9cb-469f-a165-70867728950e'
  if (schema.format === 'email' || name.includes('email')) return `person-${random.below(500)}@example.test`
  if (/date|_on$|day/.test(name)) return day(source)
  if (/time|hour/.test(name)) return `${String(random.below(24)).padStart(2, '0')}:00`
  const least = schema.minLength ?? 0
  const most = Math.min(schema.maxLength ?? 40, 3000)
  if (random.chance(0.1)) return 'b'.repeat(random.pick([least, most, most + 1, Math.max(0, least - 1)]))
  const word = random.pick(['yoga', 'Ann Example', 'ZZ1 1ZZ', '12', '07700 900000', 'Zoë', 'a-good-password'])
  return word.padEnd(least, 'x').slice(0, Math.max(most, 1))
}

const number = (schema: Schema, { random }: Source, isWhole: boolean): number => {
  const least = schema.minimum ?? -10
  const most = schema.maximum ?? 2_147_483_647
  if (random.chance(0.15)) return random.pick([least, most, least - 1, most + 1])
  const small = Math.max(least, 0) + random.below(Math.max(1, Math.min(most - least, 12)))
  return isWhole || random.chance(0.5) ? small : small + 0.25
}

/** A value for a field: mostly one that fits its schema, otherwise anything. */
export const valueFor = (given: Schema, name: string, source: Source, depth = 0): unknown => {
  const { random, pool, noun, share } = source
  if (random.chance(share)) return hostile(source)
  const schema = resolved(given)
  if (depth > depthAtMost) return null
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type !== 'object' && type !== 'array' && type !== 'boolean' && random.chance(0.75)) {
    const existing = pool.pick(name, noun)
    if (existing !== undefined && (choices !== undefined || type === undefined || fits(existing, type)))
      return existing
  }
  if (choices !== undefined) return valueFor(random.pick(choices), name, source, depth + 1)
  if (schema.allOf !== undefined)
    return Object.assign(
      {},
      ...schema.allOf.map((part) => valueFor(part, name, source, depth + 1)),
    ) as unknown
  switch (type) {
    case 'object':
      return objectFor(schema, source, depth)
    case 'array': {
      const length = random.chance(0.05) ? 120 : random.below(4)
      return Array.from({ length }, () => valueFor(schema.items ?? {}, name, source, depth + 1))
    }
    case 'boolean':
      return random.chance(0.7)
    case 'integer':
      return number(schema, source, true)
    case 'number':
      return number(schema, source, false)
    case 'null':
      return null
    case 'string':
      return text(schema, name, source)
    default:
      return random.chance(0.5) ? text(schema, name, source) : number(schema, source, true)
  }
}

const fits = (value: string | number, type: string): boolean =>
  type === 'string'
    ? typeof value === 'string'
    : typeof value === 'number' && (type === 'number' || Number.isInteger(value))

/** A customer who names another is refused for that alone, so most do not. */
export const isOptionalSent = (name: string, { random, isStaff }: Source): boolean =>
  random.chance(name === 'selected_user_id' && !isStaff ? 0.05 : 0.5)

const objectFor = (
  { properties = {}, required = [] }: Schema,
  source: Source,
  depth: number,
): Record<string, unknown> => {
  const { random } = source
  const object: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const isSent = required.includes(name) ? !random.chance(source.share / 2) : isOptionalSent(name, source)
    if (isSent) object[name] = valueFor(field, name, source, depth + 1)
  }
  if (random.chance(source.share)) object['unexpected'] = hostile(source)
  return object
}
