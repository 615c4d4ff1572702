import type { Database } from '#server/platform/database.ts'
import { sendNotice } from '#server/notices/send.ts'
import { createRun } from '#server/platform/processAll.ts'
import type { SecretKeys } from '#server/platform/secretKeys.ts'
import { transact } from '#server/platform/transact.ts'
import type { Sent, WebhookSender } from '#server/providers/webhooks/sender.ts'
import { webhookOff } from './messages.ts'
import { bodyOf, nextAttempt, whyOff } from './rules.ts'
import { readSecret, signatureOf } from './secrets.ts'
import { claimDeliveries, markFailing, markWorking, saveAttempt, switchOff } from './sql.ts'
import type { Claimed } from './sql.ts'

export type DeliveryServices = { db: Database; sender: WebhookSender; keys: SecretKeys }

/** Longer than a run and its last attempts take: a node that has crashed loses its deliveries to another. */
const lockMs = 60_000

/** What becomes due later than this after the start of a run is left to the next. */
const runMs = 15_000

/**
 * Sends what is due to the webhooks of all operators: of one webhook and subject in order, one after the other.
 * @throws AggregateError of what could not be tried, such as by a secret whose key is missing
 */
export const deliverEvents = async (services: DeliveryServices, now: Date): Promise<void> => {
  const { db } = services
  const began = performance.now()
  while (performance.now() - began < runMs) {
    const claimed = await claimDeliveries(db, now, new Date(now.getTime() + lockMs))
    if (claimed.length === 0) return
    const run = createRun()
    await run.process(claimed, (delivery) => deliver(services, delivery, now), claimed.length)
    run.finish()
  }
}

const deliver = async (
  { db, sender, keys }: DeliveryServices,
  delivery: Claimed,
  now: Date,
): Promise<void> => {
  const { address, type, eventId } = delivery
  const body = bodyOf(delivery)
  const sent = await sender.send(
    address,
    {
      'onside-signature': signatureOf(secretsOf(keys, delivery, now), body, now),
      'onside-event': type,
      'onside-event-id': String(eventId),
    },
    body,
  )
  await saveOutcome(db, delivery, sent, now)
}

/** The secret, and the one before while it signs as well. */
const secretsOf = (
  keys: SecretKeys,
  { operatorId, secret, secretKeyId, previousSecret, previousSecretKeyId, previousUntil }: Claimed,
  now: Date,
): string[] => {
  const isChanging = previousSecret !== null && previousUntil !== null && previousUntil > now
  return [
    readSecret(keys, operatorId, { secret, keyId: secretKeyId }),
    ...(isChanging
      ? [readSecret(keys, operatorId, { secret: previousSecret, keyId: previousSecretKeyId })]
      : []),
  ]
}

const saveOutcome = (db: Database, delivery: Claimed, sent: Sent, now: Date): Promise<void> =>
  transact(db, async (tx) => {
    const { webhookId, operatorId, address, attempts } = delivery
    if (sent.status !== null && sent.status >= 200 && sent.status < 300) {
      await saveAttempt(tx, delivery, sent, { state: 'delivered' }, now)
      return markWorking(tx, webhookId)
    }
    const dueAt = nextAttempt(attempts, now)
    await saveAttempt(
      tx,
      delivery,
      sent,
      dueAt === null ? { state: 'failed' } : { state: 'waiting', dueAt },
      now,
    )
    const because = whyOff(sent.status, await markFailing(tx, webhookId, now), now)
    if (because === null) return
    const owner = await switchOff(tx, webhookId, because)
    if (owner === undefined) return
    const facts = { webhookId, at: now.toISOString(), firstName: owner.firstName, address, because }
    await sendNotice(tx, webhookOff, { operatorId, to: owner.email }, facts, now)
  })
