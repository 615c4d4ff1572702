import { createHash, randomBytes } from 'node:crypto'
import type { openBooking } from '#contract/open-booking.ts'
import type { PresentedPartner } from '#contract/open-booking.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { instant, localDay } from '#contract/time.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, forbidden, notFound, Refusal } from '#server/platform/errors.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import type { BookingPartner } from '#server/open-booking/calls/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import { deleteRegisteredClients, ownClientsOf } from '#server/open-booking/openid/clients/queries.ts'
import { addOwnClient } from '#server/open-booking/openid/clients/service.ts'
import { deleteOwnTokens, deleteRecordsOfPartner } from '#server/open-booking/openid/records/queries.ts'
import type { bookingScope, ordersFeedScope } from '#server/open-booking/openid/rules.ts'
import { expireProposals } from '#server/open-booking/proposals/ending/queries.ts'
import {
  hasOtherSellers,
  hasRegistered,
  insertPartner,
  isOpenBookingOn,
  listPartners,
  lockPartnerOf,
  partnerByKey,
  partnerByToken,
  recordCall,
  removeSellerOfPartner,
  saveKey,
  saveRevoked,
  sellerOfOrder,
  sellersOf,
} from './queries.ts'
import type { Caller, PartnerRow } from './queries.ts'

/** Recognisable where it is found, so that scanners of code can report a key that has leaked. */
const keyPrefix = 'onside_bp_'

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

const newKey = (): string => `${keyPrefix}${randomBytes(32).toString('base64url')}`

export const partnersOf = async (
  tx: Tx,
  actor: Actor,
): Promise<Answer<(typeof openBooking)['listPartners']>> => ({
  isOn: await isOpenBookingOn(tx, actor.operator.id),
  partners: await presentPartners(tx, actor, await listPartners(tx, actor.operator.id)),
})

type WithKey = { partner: PresentedPartner; key: string }

/** The key is made here and stored as a digest: this answer alone has it. */
export const registerPartner = async (
  tx: Tx,
  actor: Actor,
  {
    name,
    agreement,
    callsPerMinute,
    commissionPercent,
    redirectUris,
  }: Body<(typeof openBooking)['registerPartner']>,
  now: Date,
): Promise<WithKey> => {
  const key = newKey()
  const row = await insertPartner(tx, {
    operatorIds: [actor.operator.id],
    name,
    agreement,
    callsPerMinute,
    commissionRate: Math.round(commissionPercent * 100),
    keyDigest: digestOf(key),
    createdBy: staffOf(actor).id,
    createdAt: now,
  })
  await addOwnClient(tx, row.id, redirectUris, now)
  const detail = { name, agreement, callsPerMinute, commissionPercent }
  await recordAct(tx, actor, 'register_booking_partner', row.id, detail, now)
  return { partner: await presentPartner(tx, actor, row), key }
}

/**
 * Another key in place of the one that is lost or has leaked. That ends at once, with what could have been got by it:
 * tokens, and clients that the partner has registered.
 * The key is for all operators that the partner sells for, so only the one that has registered it gets another.
 * @throws Refusal `not_found`, `partner_revoked`, `forbidden`
 */
export const replacePartnerKey = async (
  tx: Tx,
  actor: Actor,
  partnerId: number,
  now: Date,
): Promise<WithKey> => {
  const row = await lockPartnerOf(tx, { partnerId, operatorId: actor.operator.id })
  if (row === undefined) throw notFound(messages.unknownPartner)
  if (row.revokedAt !== null) throw new Refusal('partner_revoked', messages.partnerRevoked)
  if (!(await hasRegistered(tx, partnerId, actor.operator.id))) throw forbidden(messages.keyOfOthers)
  const key = newKey()
  await saveKey(tx, partnerId, digestOf(key))
  await deleteRegisteredClients(tx, partnerId)
  await deleteOwnTokens(tx, partnerId)
  await recordAct(tx, actor, 'replace_booking_partner_key', partnerId, { name: row.name }, now)
  return { partner: await presentPartner(tx, actor, row), key }
}

/**
 * Ends a partner's key, grants and tokens, and what it has proposed. One that sells for other operators too goes on
 * doing so.
 * @throws Refusal `not_found`
 */
export const revokePartner = async (
  tx: Tx,
  actor: Actor,
  partnerId: number,
  now: Date,
): Promise<{ partner: PresentedPartner }> => {
  const by = staffOf(actor).id
  const operatorId = actor.operator.id
  const partner = await lockPartnerOf(tx, { partnerId, operatorId })
  if (partner === undefined) throw notFound(messages.unknownPartner)
  const goesOn = partner.revokedAt === null && (await hasOtherSellers(tx, partnerId, operatorId))
  const presented = await presentPartner(tx, actor, { ...partner, revokedAt: partner.revokedAt ?? now })
  if (goesOn) await removeSellerOfPartner(tx, partnerId, operatorId)
  else await saveRevoked(tx, partnerId, { by, now })
  await deleteRecordsOfPartner(tx, partnerId, goesOn ? operatorId : null)
  await expireProposals(tx, { partnerId, operatorId: goesOn ? operatorId : null }, now)
  await recordAct(tx, actor, 'revoke_booking_partner', partnerId, { name: partner.name }, now)
  return { partner: presented }
}

const recordAct = (
  tx: Tx,
  actor: Actor,
  act: string,
  partnerId: number,
  detail: Record<string, string | number>,
  now: Date,
): Promise<void> =>
  recordAudit(
    tx,
    { actorId: staffOf(actor).id, forCustomerId: null, act, subject: String(partnerId), detail },
    now,
  )

const presentPartners = async (
  tx: Tx,
  { operator }: Actor,
  rows: readonly PartnerRow[],
): Promise<PresentedPartner[]> => {
  const sellers = await sellersOf(
    tx,
    rows.map(({ id }) => id),
  )
  const clients = await ownClientsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ createdAt, lastCallAt, revokedAt, commissionRate, ...row }) => ({
    ...row,
    ...(clients.get(row.id) ?? { clientId: '', redirectUris: [] }),
    commissionPercent: commissionRate / 100,
    sellers: sellers.get(row.id) ?? [],
    createdAt: instant(createdAt),
    lastCallAt: lastCallAt === null ? null : instant(lastCallAt),
    lastCallDay: lastCallAt === null ? null : localDay(lastCallAt, operator.timezone),
    revokedAt: revokedAt === null ? null : instant(revokedAt),
  }))
}

const presentPartner = async (tx: Tx, actor: Actor, row: PartnerRow): Promise<PresentedPartner> => {
  const [partner] = await presentPartners(tx, actor, [row])
  return partner ?? failInvariant('one row is one partner')
}

/** How many wrong keys one network may send in a minute before its calls are refused. */
const wrongKeys = { attempts: 30, seconds: 60 }

/** What a call needs its token to be for. A key, which only tests send as a token, is for everything. */
export type Needed = {
  scope: typeof bookingScope | typeof ordersFeedScope
  /** The order it names, which has to be of a seller that the token is for. */
  uuid: string | undefined
}

/**
 * The partner whose token a call carries, its call counted.
 * @param address where the call comes from, which wrong tokens are counted by
 * @param acceptsKeys whether a key is taken for a token, which it never is in production
 * @throws BookingError
 */
export const requirePartner = async (
  db: Database,
  authorization: string | null,
  {
    address,
    now,
    acceptsKeys,
    needed,
  }: { address: string; now: Date; acceptsKeys: boolean; needed?: Needed },
): Promise<BookingPartner> => {
  if (authorization === null || authorization.trim() === '') throw new BookingError('NoAPITokenError')
  const key = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  if (key?.startsWith(keyPrefix) === true && !acceptsKeys)
    throw new BookingError('InvalidAPITokenError', messages.tokenExpected)
  const found = key === undefined ? undefined : await callerOf(db, key, now)
  if (found === undefined) {
    const wait = await countAttempt(db, `open-booking-key:${address}`, wrongKeys, now)
    if (wait > 0) throw tooMany(wait)
    throw new BookingError('InvalidAPITokenError')
  }
  const { id, name, callsPerMinute, operatorIds, isCallNoteDue } = found
  const wait = await countAttempt(db, `open-booking:${id}`, { attempts: callsPerMinute, seconds: 60 }, now)
  if (wait > 0) throw tooMany(wait)
  if (!(await isAllowed(db, found, needed))) throw new BookingError('InvalidAuthorizationDetailsError')
  if (isCallNoteDue) await recordCall(db, id, now)
  return { id, name, callsPerMinute, operatorIds }
}

const callerOf = (db: Database, token: string, now: Date): Promise<Caller | undefined> =>
  token.startsWith(keyPrefix)
    ? partnerByKey(db, digestOf(token), now)
    : partnerByToken(db, digestOf(token), now)

const isAllowed = async (
  db: Database,
  { id, scope, operatorIds }: Caller,
  needed: Needed | undefined,
): Promise<boolean> => {
  if (scope === null || needed === undefined) return operatorIds.length > 0
  if (!scope.split(' ').includes(needed.scope) || operatorIds.length === 0) return false
  if (needed.uuid === undefined || !uuidForm.test(needed.uuid)) return true
  const seller = await sellerOfOrder(db, id, needed.uuid)
  return seller === undefined || operatorIds.includes(seller)
}

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const tooMany = (retryAfterSeconds: number) =>
  new BookingError('TooManyRequestsError', undefined, { retryAfterSeconds })
