import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventTypes, mostDeliveries, testEvent } from './eventTypes.ts'
import { countUpTo, flag, id, optional } from './fields.ts'
import { instant } from './shapes.ts'

const webhook = z
  .object({
    id: z.int(),
    address: z.string(),
    events: z.array(z.enum(eventTypes)),
    state: z.enum(['on', 'off']),
    /** Why it was switched off; null: by staff. */
    offBecause: z.enum(['gone', 'failing']).nullable(),
    failingSince: instant.nullable(),
    /** Until when the secret before this one signs, too; null: it does not. */
    previousUntil: instant.nullable(),
    createdBy: z.string(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhook>

const delivery = z
  .object({
    id: z.int(),
    type: z.enum([...eventTypes, testEvent]),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    lastAt: instant.nullable(),
    /** When the next attempt is made; null: none is. */
    nextAt: instant.nullable(),
    /** What is sent, as JSON. */
    body: z.string(),
    /** Of the last attempt: what was answered, or why nothing was. */
    status: z.int().nullable(),
    answer: z.string().nullable(),
    problem: z.enum(['address_not_allowed', 'timed_out', 'no_answer']).nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof delivery>

const events = z.array(z.enum(eventTypes)).min(1, 'Choose what it is told.').max(eventTypes.length)
const ofWebhook = z.object({ webhookId: id })
const withSecret = z.object({ secret: z.string().nullable(), webhooks: z.array(webhook) })

const managed = { allow: 'staff', needs: 'connections', everywhere: true } as const

export const webhooks = {
  list: endpoint({
    ...managed,
    method: 'GET',
    path: '/office/webhooks',
    summary: 'The programs of the operator that are told what has happened.',
    returns: z.array(webhook),
    reads: ['account'],
  }),
  add: endpoint({
    ...managed,
    method: 'POST',
    path: '/office/webhooks',
    summary:
      'Have a program told what happens. The secret that signs it is answered once: `Onside-Signature: t=…,v1=` with the HMAC-SHA256 of `t.body`.',
    body: z.object({
      address: z
        .url({ protocol: /^https$/, error: 'Enter a web address that begins with https://.' })
        .max(500),
      events,
    }),
    returns: withSecret,
    errors: { address_not_allowed: 422 },
    changes: ['account'],
  }),
  change: endpoint({
    ...managed,
    method: 'PATCH',
    path: '/office/webhooks/{webhookId}',
    summary:
      'Switch it on or off, choose what it is told, or give it a new secret; the old one signs, too, for another day.',
    params: ofWebhook,
    body: z.object({
      state: optional(z.enum(['on', 'off'])),
      events: optional(events),
      newSecret: optional(flag),
    }),
    returns: withSecret,
    changes: ['account'],
  }),
  remove: endpoint({
    ...managed,
    method: 'DELETE',
    path: '/office/webhooks/{webhookId}',
    summary: 'Have a program told nothing any more. What it has not been told yet is not sent.',
    params: ofWebhook,
    returns: z.array(webhook),
    changes: ['account'],
  }),
  test: endpoint({
    ...managed,
    method: 'POST',
    path: '/office/webhooks/{webhookId}/test',
    summary: 'Send an event that says nothing, within seconds.',
    params: ofWebhook,
    returns: z.array(delivery),
    idempotent: true,
    changes: ['account'],
  }),
  deliveries: endpoint({
    ...managed,
    method: 'GET',
    path: '/office/webhooks/{webhookId}/deliveries',
    summary: 'Its last deliveries, the newest first.',
    params: ofWebhook,
    query: z.object({
      /** How many; 50 if it is not said. */
      most: optional(countUpTo(mostDeliveries)),
    }),
    returns: z.array(delivery),
    reads: ['account'],
  }),
  replay: endpoint({
    ...managed,
    method: 'POST',
    path: '/office/webhooks/deliveries/{deliveryId}/replay',
    summary: 'Send an event again, with the same id.',
    params: z.object({ deliveryId: id }),
    returns: z.array(delivery),
    idempotent: true,
    changes: ['account'],
  }),
}
