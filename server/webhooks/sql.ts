import { sql } from 'kysely'
import type { EventType } from '#contract/eventTypes.ts'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import type { Tx } from '#server/platform/database.ts'
import type { StoredSecret } from '#server/platform/secretKeys.ts'
import type { Sent } from '#server/providers/webhooks/sender.ts'
import type { StoredEvent } from './rules.ts'

export type WebhookRow = {
  id: number
  address: string
  events: EventType[]
  state: 'on' | 'off'
  offBecause: 'gone' | 'failing' | null
  failingSince: Date | null
  previousUntil: Date | null
  createdBy: string
}

/** The webhooks of an operator: first those that are on, the newest first. */
export const webhooksOf = async (tx: Tx, operatorId: number): Promise<WebhookRow[]> => {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.address, w.events, w.state, w.off_because, w.failing_since, w.previous_until,
      trim(c.first_name || ' ' || c.last_name) as created_by
    from webhook w join customer c on c.id = w.created_by
    where w.operator_id = ${operatorId} and w.state <> 'removed'
    order by w.state = 'off', w.id desc`.execute(tx)
  return rows
}

type NewWebhook = {
  operatorId: number
  address: string
  events: EventType[]
  createdBy: number
  createdAt: Date
  secret: Buffer
  secretKeyId: string | null
}

export const insertWebhook = async (tx: Tx, webhook: NewWebhook): Promise<number> => {
  const { id } = await tx.insertInto('webhook').values(webhook).returning('id').executeTakeFirstOrThrow()
  return id
}

type Locked = { address: string; events: EventType[]; state: 'on' | 'off' } & StoredSecret

export const lockWebhook = async (tx: Tx, id: number, operatorId: number): Promise<Locked | undefined> => {
  const { rows } = await sql<Locked>`
    select address, events, state, secret, secret_key_id as key_id from webhook
    where id = ${id} and operator_id = ${operatorId} and state <> 'removed' for update`.execute(tx)
  return rows[0]
}

type Change = { state?: 'on' | 'off'; events?: EventType[] }

/** One that is switched by hand begins anew: what was wrong with it before is not counted. */
export const saveWebhook = async (tx: Tx, id: number, change: Change): Promise<void> => {
  await tx
    .updateTable('webhook')
    .set({ ...change, ...(change.state === undefined ? {} : { offBecause: null, failingSince: null }) })
    .where('id', '=', id)
    .execute()
}

/** Its row stays, without what it could sign with, and nothing that waits is sent. */
export const markRemoved = async (tx: Tx, id: number): Promise<void> => {
  await tx
    .updateTable('webhook')
    .set({
      state: 'removed',
      secret: Buffer.alloc(0),
      secretKeyId: null,
      previousSecret: null,
      previousSecretKeyId: null,
      previousUntil: null,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('webhookDelivery')
    .set({ state: 'failed' })
    .where('webhookId', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

export const replaceSecret = async (
  tx: Tx,
  id: number,
  { secret, keyId }: StoredSecret,
  previousUntil: Date,
): Promise<void> => {
  await sql`
    update webhook set previous_secret = secret, previous_secret_key_id = secret_key_id,
      previous_until = ${previousUntil}, secret = ${secret}, secret_key_id = ${keyId}
    where id = ${id}`.execute(tx)
}

export type DeliveryRow = StoredEvent &
  Pick<WebhookDelivery, 'id' | 'type' | 'state' | 'attempts' | 'status' | 'answer' | 'problem'> & {
    dueAt: Date
    lastAt: Date | null
  }

export const deliveriesOf = async (tx: Tx, webhookId: number, most: number): Promise<DeliveryRow[]> => {
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.state, d.attempts, d.due_at, d.last_at, d.status, d.answer, d.problem, e.id as event_id, e.type, e.at,
      o.slug as operator, e.subject_kind, e.subject_id, e.reference, e.data
    from webhook_delivery d join domain_event e on e.id = d.event_id join operator o on o.id = e.operator_id
    where d.webhook_id = ${webhookId}
    order by d.id desc limit ${most}`.execute(tx)
  return rows
}

type NewDelivery = { webhookId: number; eventId: number; subject: string; dueAt: Date }

export const insertDelivery = async (tx: Tx, delivery: NewDelivery): Promise<void> => {
  await tx.insertInto('webhookDelivery').values(delivery).execute()
}

export const findDelivery = async (
  tx: Tx,
  id: number,
  operatorId: number,
): Promise<{ webhookId: number; eventId: number; subject: string; address: string } | undefined> =>
  tx
    .selectFrom('webhookDelivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhookId')
    .select(['d.webhookId', 'd.eventId', 'd.subject', 'w.address'])
    .where('d.id', '=', id)
    .where('w.operatorId', '=', operatorId)
    .where('w.state', '<>', 'removed')
    .executeTakeFirst()

export type Claimed = StoredEvent & {
  id: number
  webhookId: number
  operatorId: number
  address: string
  attempts: number
  secret: Buffer
  secretKeyId: string | null
  previousSecret: Buffer | null
  previousSecretKeyId: string | null
  previousUntil: Date | null
}

/** Of each webhook so many at once, so that one that is slow does not keep the others waiting. */
const atOnce = 8

/**
 * Takes deliveries that are due, of each webhook and subject the first that waits, and locks them until an instant. No
 * other node takes them before.
 */
export const claimDeliveries = async (db: Tx, now: Date, lockedUntil: Date): Promise<Claimed[]> => {
  const { rows } = await sql<Claimed>`
    with claimed as (
      update webhook_delivery set locked_until = ${lockedUntil}, attempts = attempts + 1
      where id in (
        select due.id from webhook w cross join lateral (
          select d.id from webhook_delivery d
          where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= ${now}
            and (d.locked_until is null or d.locked_until <= ${now})
            and not exists (
              select 1 from webhook_delivery earlier
              where earlier.webhook_id = d.webhook_id and earlier.subject = d.subject
                and earlier.state = 'waiting' and earlier.id < d.id
            )
          order by d.id limit ${atOnce} for update skip locked
        ) due
        where w.state = 'on'
      )
      returning id, webhook_id, event_id, attempts
    )
    select c.id, c.webhook_id, c.event_id, c.attempts, w.operator_id, w.address, w.secret, w.secret_key_id,
      w.previous_secret, w.previous_secret_key_id, w.previous_until, e.type, e.at, o.slug as operator, e.subject_kind,
      e.subject_id, e.reference, e.data
    from claimed c join webhook w on w.id = c.webhook_id join domain_event e on e.id = c.event_id
    join operator o on o.id = e.operator_id
    order by c.id`.execute(db)
  return rows
}

/** Records how an attempt went, unless another node has made a later one. */
export const saveAttempt = async (
  tx: Tx,
  { id, attempts }: { id: number; attempts: number },
  { status, answer, problem }: Sent,
  next: { state: 'waiting' | 'delivered' | 'failed'; dueAt?: Date },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('webhookDelivery')
    .set({ ...next, status, answer, problem, lastAt: now, lockedUntil: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', sql.lit('waiting'))
    .execute()
}

export const markWorking = async (tx: Tx, webhookId: number): Promise<void> => {
  await tx
    .updateTable('webhook')
    .set({ failingSince: null })
    .where('id', '=', webhookId)
    .where('failingSince', 'is not', null)
    .execute()
}

/** @returns since when it has failed without a success between */
export const markFailing = async (tx: Tx, webhookId: number, now: Date): Promise<Date> => {
  const { rows } = await sql<{ failingSince: Date }>`
    update webhook set failing_since = coalesce(failing_since, ${now}) where id = ${webhookId}
    returning failing_since`.execute(tx)
  return rows[0]?.failingSince ?? now
}

/** @returns whom to write to; undefined where it was off already, or its owner has no address */
export const switchOff = async (
  tx: Tx,
  webhookId: number,
  because: 'gone' | 'failing',
): Promise<{ email: string; firstName: string } | undefined> => {
  const { rows } = await sql<{ email: string; firstName: string }>`
    update webhook w set state = 'off', off_because = ${because} from customer c
    where w.id = ${webhookId} and w.state = 'on' and c.id = w.created_by
    returning c.email, c.first_name`.execute(tx)
  return rows.find(({ email }) => email !== '')
}
