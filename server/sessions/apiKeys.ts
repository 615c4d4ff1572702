import ipaddr from 'ipaddr.js'
import type { ApiKey, apiKeys } from '#contract/api-keys.ts'
import type { Answer, Body, Endpoint } from '#contract/endpoint.ts'
import { longestKeyYears, permissions } from '#contract/permissions.ts'
import type { ApiScope, Permission } from '#contract/permissions.ts'
import { daysAfter, instant, localDay } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor, Person, Right } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { mayAt, mayEverywhere } from '#server/platform/rights.ts'
import { apiKeysOf, insertApiKey, recordUse, saveRevokedKey, workingKey } from './sql/apiKeys.ts'
import type { ApiKeyRow } from './sql/apiKeys.ts'
import { venuesOf } from './sql/roles.ts'
import { digestOf, newToken } from './tokens.ts'

/** What every key begins with, so that one that has leaked is recognised. */
export const apiKeyPrefix = 'onside_k_'

const callLimit = { attempts: 600, seconds: 60 } as const

/**
 * Whom a key acts for, with what it may do by this method. It is read at each call, so one that is revoked has ended.
 * @returns null where it does not work: here, now or at all
 * @throws Refusal `too_many`
 */
export const createIdentifyKey =
  ({ db, log }: { db: Database; log: Log }) =>
  async (
    token: string,
    { operatorId, method, address }: { operatorId: number; method: Endpoint['method']; address: string },
    now: Date,
  ): Promise<Person | null> => {
    if (!token.startsWith(apiKeyPrefix)) return null
    const keyDigest = digestOf(token)
    const key = await workingKey(db, { keyDigest, operatorId }, now)
    if (key === undefined || !isWithin(key.networks, address)) return null
    await limitRate(db, `api key ${key.id}`, callLimit, now)
    recordUse(db, key.id, now).catch((error: unknown) => log.warn({ err: error }, 'use of a key not noted'))
    return {
      id: key.createdBy,
      operatorId,
      role: 'staff',
      rights: rightsOfKey(key, method),
      linkedIds: [],
      isVerified: true,
      language: null,
      tokenDigest: keyDigest,
      apiKeyId: key.id,
    }
  }

/** A scope that writes reads, too. */
export const rightsOfKey = (
  { scopes, venueIds }: Pick<ApiKeyRow, 'scopes' | 'venueIds'>,
  method: Endpoint['method'],
): Right[] => {
  const granted = permissions.filter(
    (permission) =>
      scopes.includes(`write:${permission}`) || (method === 'GET' && scopes.includes(`read:${permission}`)),
  )
  return (venueIds ?? [null]).map((venueId) => ({ permissions: granted, venueId, instructorId: null }))
}

/** An address is a network of one. */
const networkText = (network: string): string => {
  if (network.includes('/')) return network
  return `${network}/${network.includes(':') ? 128 : 32}`
}

/** @param address as `networkOf` writes it: an IPv4 address, or the /64 of an IPv6 address */
export const isWithin = (networks: readonly string[], address: string): boolean => {
  if (networks.length === 0) return true
  const bare = address.replace(/\/64$/, '')
  if (!ipaddr.isValid(bare)) return false
  const caller = ipaddr.process(bare)
  return networks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network)
    if (range.kind() !== caller.kind()) return false
    return caller instanceof ipaddr.IPv4 ? caller.match(range, bits) : caller.match(range, Math.min(bits, 64))
  })
}

export const listApiKeys = async (tx: Tx, actor: Actor, now: Date): Promise<ApiKey[]> => {
  const { id: operatorId, timezone } = actor.operator
  const venues = await venuesOf(tx, operatorId)
  return (await apiKeysOf(tx, operatorId)).map(({ expiresAt, lastUsedAt, revokedAt, venueIds, ...key }) => ({
    ...key,
    venues: venues.filter(({ id }) => venueIds?.includes(id) === true).map(({ name }) => name),
    expiresOn: daysAfter(localDay(expiresAt, timezone), -1),
    lastUsedAt: lastUsedAt === null ? null : instant(lastUsedAt),
    state: revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'works',
  }))
}

/**
 * Makes a key. It is stored as a digest: this answer alone has it.
 * @throws Refusal `scope_beyond_own`; `invalid` for a venue that is not there or a day that is over or too far
 */
export const addApiKey = async (
  tx: Tx,
  actor: Actor,
  { name, scopes, venues: slugs, networks, expiresOn }: Body<typeof apiKeys.add>,
  now: Date,
): Promise<Answer<typeof apiKeys.add>> => {
  const { operator } = actor
  const today = localDay(now, operator.timezone)
  if (expiresOn < today) throw invalid({ expires_on: [(messages) => messages.sessions.lastDayOver] })
  const latest = `${Number(today.slice(0, 4)) + longestKeyYears}${today.slice(4)}`
  if (expiresOn > latest) throw invalid({ expires_on: [(messages) => messages.sessions.keyTooLong] })
  const venues = (await venuesOf(tx, operator.id)).filter(({ slug }) => slugs.includes(slug))
  if (venues.length < new Set(slugs).size)
    throw invalid({ venues: [(messages) => messages.sessions.chooseVenue] })
  const venueIds = slugs.length === 0 ? null : venues.map(({ id }) => id)
  const isOwn = scopes
    .map(permissionOf)
    .every((permission) =>
      venueIds === null
        ? mayEverywhere(actor, permission)
        : venueIds.every((venueId) => mayAt(actor, permission, venueId)),
    )
  if (!isOwn) throw new Refusal('scope_beyond_own', (messages) => messages.sessions.scopeBeyondOwn)
  const key = `${apiKeyPrefix}${newToken()}`
  const { id: actorId } = staffOf(actor)
  const id = await insertApiKey(tx, {
    operatorId: operator.id,
    name,
    keyDigest: digestOf(key),
    scopes: [...new Set(scopes)],
    venueIds,
    networks: [...new Set(networks.map(networkText))],
    expiresAt: instantOf(daysAfter(expiresOn, 1), '00:00', operator.timezone),
    createdBy: actorId,
    createdAt: now,
  })
  const detail = {
    name,
    scopes: scopes.join(', '),
    venues: slugs.join(', '),
    networks: networks.join(', '),
    expiresOn,
  }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.apiKeyMade, subject: `api-key:${id}`, detail },
    now,
  )
  return { key, keys: await listApiKeys(tx, actor, now) }
}

const permissionOf = (scope: ApiScope): Permission => scope.slice(scope.indexOf(':') + 1) as Permission

/** @throws Refusal `not_found`, also for one that is revoked already */
export const revokeApiKey = async (tx: Tx, actor: Actor, apiKeyId: number, now: Date): Promise<ApiKey[]> => {
  const { id: actorId } = staffOf(actor)
  const name = await saveRevokedKey(tx, { id: apiKeyId, operatorId: actor.operator.id, by: actorId }, now)
  if (name === undefined) throw notFound()
  const subject = `api-key:${apiKeyId}`
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.apiKeyRevoked, subject, detail: { name } },
    now,
  )
  return listApiKeys(tx, actor, now)
}
