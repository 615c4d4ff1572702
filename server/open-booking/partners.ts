import type { AuditAct } from '#contract/audit.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { openBooking, PresentedPartner } from '#contract/open-booking.ts'
import { instant, localDay } from '#contract/time.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, forbidden, notFound, Refusal } from '#server/platform/errors.ts'
import { digestOf, newToken } from '#server/sessions/tokens.ts'
import { addOwnClient, deleteRegisteredClients, ownClientsOf } from './openid/clients.ts'
import { deleteOwnTokens, deleteRecordsOfPartner } from './openid/tokens.ts'
import {
  hasOtherSellers,
  hasRegistered,
  insertPartner,
  isOpenBookingOn,
  lockPartnerOf,
  partnersOfOperator,
  removeSellerOfPartner,
  saveKey,
  saveRevoked,
  sellersOf,
} from './sql/partners.ts'
import type { PartnerRow } from './sql/partners.ts'
import { expireProposals } from './sql/proposals.ts'

/** Recognisable where it is found, so that scanners of code can report a key that has leaked. */
export const keyPrefix = 'onside_bp_'

const newKey = (): string => `${keyPrefix}${newToken()}`

export const listPartners = async (
  tx: Tx,
  actor: Actor,
): Promise<Answer<(typeof openBooking)['listPartners']>> => ({
  isOn: await isOpenBookingOn(tx, actor.operator.id),
  partners: await presentPartners(tx, actor, await partnersOfOperator(tx, actor.operator.id)),
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
  await recordAct(tx, actor, acts.partnerRegistered, row.id, detail, now)
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
  if (row === undefined) throw notFound((messages) => messages.openBooking.unknownPartner)
  if (row.revokedAt !== null)
    throw new Refusal('partner_revoked', (messages) => messages.openBooking.partnerRevoked)
  if (!(await hasRegistered(tx, partnerId, actor.operator.id)))
    throw forbidden((messages) => messages.openBooking.keyOfOthers)
  const key = newKey()
  await saveKey(tx, partnerId, digestOf(key))
  await deleteRegisteredClients(tx, partnerId)
  await deleteOwnTokens(tx, partnerId)
  await recordAct(tx, actor, acts.partnerKeyReplaced, partnerId, { name: row.name }, now)
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
  if (partner === undefined) throw notFound((messages) => messages.openBooking.unknownPartner)
  const goesOn = partner.revokedAt === null && (await hasOtherSellers(tx, partnerId, operatorId))
  const presented = await presentPartner(tx, actor, { ...partner, revokedAt: partner.revokedAt ?? now })
  if (goesOn) await removeSellerOfPartner(tx, partnerId, operatorId)
  else await saveRevoked(tx, partnerId, { by, now })
  await deleteRecordsOfPartner(tx, partnerId, goesOn ? operatorId : null)
  await expireProposals(tx, { partnerId, operatorId: goesOn ? operatorId : null }, now)
  await recordAct(tx, actor, acts.partnerRevoked, partnerId, { name: partner.name }, now)
  return { partner: presented }
}

const recordAct = (
  tx: Tx,
  actor: Actor,
  act: AuditAct,
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
