import { testEvent } from '#contract/eventTypes.ts'
import { instant } from '#contract/time.ts'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { recordEvent } from '#server/platform/events.ts'
import { bodyOf } from './rules.ts'
import { deliveriesOf, findDelivery, insertDelivery, lockWebhook, webhooksOf } from './sql.ts'

const mostListed = 50

/** @throws Refusal `not_found` */
export const listDeliveries = async (
  tx: Tx,
  actor: Actor,
  webhookId: number,
  most = mostListed,
): Promise<WebhookDelivery[]> => {
  const isOwn = (await webhooksOf(tx, actor.operator.id)).some(({ id }) => id === webhookId)
  if (!isOwn) throw notFound()
  return (await deliveriesOf(tx, webhookId, most)).map((row) => ({
    id: row.id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    lastAt: row.lastAt === null ? null : instant(row.lastAt),
    nextAt: row.state === 'waiting' ? instant(row.dueAt) : null,
    body: bodyOf(row),
    status: row.status,
    answer: row.answer,
    problem: row.problem,
  }))
}

/** Sends an event that says nothing. One that is off gets it once it is on. @throws Refusal `not_found` */
export const testWebhook = async (
  tx: Tx,
  actor: Actor,
  webhookId: number,
  now: Date,
): Promise<WebhookDelivery[]> => {
  const operatorId = actor.operator.id
  const webhook = await lockWebhook(tx, webhookId, operatorId)
  if (webhook === undefined) throw notFound()
  const subject = { subjectKind: 'webhook', subjectId: webhookId }
  const eventId = await recordEvent(tx, { operatorId, type: testEvent, ...subject }, now)
  await insertDelivery(tx, { webhookId, eventId, subject: `webhook:${webhookId}`, dueAt: now })
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.webhookTested,
      subject: `webhook:${webhookId}`,
      detail: { address: webhook.address },
    },
    now,
  )
  return listDeliveries(tx, actor, webhookId)
}

/** Sends an event again; it has the id that it had. @throws Refusal `not_found` */
export const replayDelivery = async (
  tx: Tx,
  actor: Actor,
  deliveryId: number,
  now: Date,
): Promise<WebhookDelivery[]> => {
  const found = await findDelivery(tx, deliveryId, actor.operator.id)
  if (found === undefined) throw notFound()
  const { address, ...delivery } = found
  await insertDelivery(tx, { ...delivery, dueAt: now })
  await recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.webhookReplayed,
      subject: `webhook:${delivery.webhookId}`,
      detail: { address },
    },
    now,
  )
  return listDeliveries(tx, actor, delivery.webhookId)
}
