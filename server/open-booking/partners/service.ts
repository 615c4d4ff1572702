import { createHash, randomBytes } from 'node:crypto'
import type { openBooking } from '#contract/open-booking.ts'
import type { PresentedPartner } from '#contract/open-booking.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { instant } from '#contract/time.ts'
import * as messages from '#server/messages/en/open-booking.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { countAttempt } from '#server/platform/rateLimits.ts'
import type { BookingPartner } from '#server/open-booking/calls/rules.ts'
import { BookingError } from '#server/open-booking/errors/rules.ts'
import {
  insertPartner,
  isOpenBookingOn,
  listPartners,
  partnerByKey,
  recordCall,
  revokePartnerOf,
} from './queries.ts'
import type { PartnerRow } from './queries.ts'

/** Recognisable where it is found, so that scanners of code can report a key that has leaked. */
const keyPrefix = 'onside_bp_'

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()

export const partnersOf = async (
  tx: Tx,
  { operator }: Actor,
): Promise<Answer<(typeof openBooking)['listPartners']>> => ({
  isOn: await isOpenBookingOn(tx, operator.id),
  partners: (await listPartners(tx, operator.id)).map(presentPartner),
})

/** The key is made here and stored as a digest: this answer alone has it. */
export const registerPartner = async (
  tx: Tx,
  actor: Actor,
  { name, agreement, callsPerMinute }: Body<(typeof openBooking)['registerPartner']>,
  now: Date,
): Promise<{ partner: PresentedPartner; key: string }> => {
  const staff = staffOf(actor)
  const key = `${keyPrefix}${randomBytes(32).toString('base64url')}`
  const row = await insertPartner(tx, {
    operatorIds: [actor.operator.id],
    name,
    agreement,
    callsPerMinute,
    keyDigest: digestOf(key),
    createdBy: staff.id,
    createdAt: now,
  })
  const detail = { name, agreement, callsPerMinute }
  await recordAudit(
    tx,
    {
      actorId: staff.id,
      forCustomerId: null,
      act: 'register_booking_partner',
      subject: String(row.id),
      detail,
    },
    now,
  )
  return { partner: presentPartner(row), key }
}

/** @throws Refusal `not_found` */
export const revokePartner = async (
  tx: Tx,
  actor: Actor,
  partnerId: number,
  now: Date,
): Promise<{ partner: PresentedPartner }> => {
  const staff = staffOf(actor)
  const row = await revokePartnerOf(tx, { partnerId, operatorId: actor.operator.id }, { by: staff.id, now })
  if (row === undefined) throw notFound(messages.unknownPartner)
  await recordAudit(
    tx,
    {
      actorId: staff.id,
      forCustomerId: null,
      act: 'revoke_booking_partner',
      subject: String(partnerId),
      detail: { name: row.name },
    },
    now,
  )
  return { partner: presentPartner(row) }
}

const presentPartner = ({ createdAt, lastCallAt, revokedAt, ...row }: PartnerRow): PresentedPartner => ({
  ...row,
  createdAt: instant(createdAt),
  lastCallAt: lastCallAt === null ? null : instant(lastCallAt),
  revokedAt: revokedAt === null ? null : instant(revokedAt),
})

/** How many wrong keys one network may send in a minute before its calls are refused. */
const wrongKeys = { attempts: 30, seconds: 60 }

/**
 * The partner whose key a call carries, its call counted.
 * @param address where the call comes from, which wrong keys are counted by
 * @throws BookingError
 */
export const requirePartner = async (
  db: Database,
  authorization: string | null,
  address: string,
  now: Date,
): Promise<BookingPartner> => {
  if (authorization === null || authorization.trim() === '') throw new BookingError('NoAPITokenError')
  const key = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  const found = key === undefined ? undefined : await partnerByKey(db, digestOf(key), now)
  if (found === undefined) {
    const wait = await countAttempt(db, `open-booking-key:${address}`, wrongKeys, now)
    if (wait > 0) throw tooMany(wait)
    throw new BookingError('InvalidAPITokenError')
  }
  const { id, name, callsPerMinute, operatorIds, isCallNoteDue } = found
  const wait = await countAttempt(db, `open-booking:${id}`, { attempts: callsPerMinute, seconds: 60 }, now)
  if (wait > 0) throw tooMany(wait)
  if (operatorIds.length === 0) throw new BookingError('InvalidAuthorizationDetailsError')
  if (isCallNoteDue) await recordCall(db, id, now)
  return { id, name, callsPerMinute, operatorIds }
}

const tooMany = (retryAfterSeconds: number) =>
  new BookingError('TooManyRequestsError', undefined, { retryAfterSeconds })
