import type { Answer, Body } from '#contract/endpoint.ts'
import { instant } from '#contract/time.ts'
import type { Webhook, webhooks } from '#contract/webhooks.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { mayBeSentTo } from '#server/providers/webhooks/sender.ts'
import { newSecret } from './secrets.ts'
import { insertWebhook, lockWebhook, markRemoved, replaceSecret, saveWebhook, webhooksOf } from './sql.ts'

/** How long the secret before signs as well, in ms. */
const changeOverMs = 86_400_000

const instantOrNull = (at: Date | null): string | null => (at === null ? null : instant(at))

export const listWebhooks = async (tx: Tx, actor: Actor, now: Date): Promise<Webhook[]> =>
  (await webhooksOf(tx, actor.operator.id)).map(({ failingSince, previousUntil, ...row }) => ({
    ...row,
    failingSince: instantOrNull(failingSince),
    previousUntil: instantOrNull(previousUntil !== null && previousUntil > now ? previousUntil : null),
  }))

/**
 * Has a program told what happens from now on. Its secret is in this answer alone.
 * @throws Refusal `address_not_allowed`
 */
export const addWebhook = async (
  tx: Tx,
  keys: SecretKeys,
  actor: Actor,
  { address, events }: Body<typeof webhooks.add>,
  now: Date,
): Promise<Answer<typeof webhooks.add>> => {
  if (!mayBeSentTo(address))
    throw new Refusal('address_not_allowed', (messages) => messages.webhooks.addressNotAllowed)
  const { id: actorId } = staffOf(actor)
  const operatorId = actor.operator.id
  const { secret, stored } = newSecret(keys, operatorId)
  const id = await insertWebhook(tx, {
    operatorId,
    address,
    events: [...new Set(events)],
    createdBy: actorId,
    createdAt: now,
    secret: stored.secret,
    secretKeyId: stored.keyId,
  })
  const detail = { address, events: events.join(', ') }
  await recordAudit(
    tx,
    { actorId, forCustomerId: null, act: acts.webhookAdded, subject: `webhook:${id}`, detail },
    now,
  )
  return { secret, webhooks: await listWebhooks(tx, actor, now) }
}

/** @throws Refusal `not_found` */
export const changeWebhook = async (
  tx: Tx,
  keys: SecretKeys,
  actor: Actor,
  id: number,
  { state, events, newSecret: hasNewSecret = false }: Body<typeof webhooks.change>,
  now: Date,
): Promise<Answer<typeof webhooks.change>> => {
  const operatorId = actor.operator.id
  const before = await lockWebhook(tx, id, operatorId)
  if (before === undefined) throw notFound()
  if (state !== undefined || events !== undefined)
    await saveWebhook(tx, id, {
      ...(state === undefined ? {} : { state }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
    })
  const made = hasNewSecret ? newSecret(keys, operatorId) : null
  if (made !== null) await replaceSecret(tx, id, made.stored, new Date(now.getTime() + changeOverMs))
  const detail = {
    address: before.address,
    ...(state === undefined ? {} : { state: [before.state, state] }),
    ...(events === undefined ? {} : { events: [before.events.join(', '), events.join(', ')] }),
    ...(made === null ? {} : { newSecret: true }),
  }
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.webhookChanged,
      subject: `webhook:${id}`,
      detail,
    },
    now,
  )
  return { secret: made?.secret ?? null, webhooks: await listWebhooks(tx, actor, now) }
}

/** Nothing is sent to it any more, nor what it has not been told yet. @throws Refusal `not_found` */
export const removeWebhook = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<Webhook[]> => {
  const webhook = await lockWebhook(tx, id, actor.operator.id)
  if (webhook === undefined) throw notFound()
  await markRemoved(tx, id)
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.webhookRemoved,
      subject: `webhook:${id}`,
      detail: { address: webhook.address },
    },
    now,
  )
  return listWebhooks(tx, actor, now)
}
