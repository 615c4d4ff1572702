import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, optional, text } from '#contract/fields.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { CachedResponse } from '#server/platform/responses.ts'

/*
 * A noun made for the tests of the binder: it tells what a handler was given and leaves a mark for each time it ran.
 */

const seen = z.object({
  customerId: z.int().nullable(),
  personId: z.int().nullable(),
  basketUuid: z.string().nullable(),
  address: z.string(),
})

/** A call of each kind: who may make it, whether it writes, repeats, waits or is refused. */
export const sampleEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/samples',
    summary: 'Anyone reads.',
    allow: 'anyone',
    query: z.object({ day: optional(text()) }),
    returns: seen,
  }),
  shared: endpoint({
    method: 'GET',
    path: '/samples/shared',
    summary: 'The same for everybody.',
    allow: 'anyone',
    cache: 'public',
    returns: z.object({ now: z.string(), name: z.string() }),
  }),
  basket: endpoint({
    method: 'GET',
    path: '/samples/basket',
    summary: 'An owner reads.',
    allow: 'owner',
    returns: seen,
  }),
  own: endpoint({
    method: 'GET',
    path: '/samples/own',
    summary: 'A customer reads.',
    allow: 'customer',
    returns: seen,
  }),
  desk: endpoint({
    method: 'GET',
    path: '/samples/desk',
    summary: 'Staff read.',
    allow: 'staff',
    returns: seen,
  }),
  one: endpoint({
    method: 'PUT',
    path: '/samples/{itemId}',
    summary: 'A path that names something.',
    allow: 'anyone',
    params: z.object({ itemId: id }),
    returns: z.object({ itemId: z.int() }),
  }),
  write: endpoint({
    method: 'POST',
    path: '/samples/write',
    summary: 'An owner writes.',
    allow: 'owner',
    body: z.object({ name: text(100), startsAt: optional(text(10)) }),
    returns: z.object({ ...seen.shape, startsAt: z.string().nullable() }),
    idempotent: true,
  }),
  change: endpoint({
    method: 'POST',
    path: '/samples/change',
    summary: 'A customer writes.',
    allow: 'customer',
    body: z.object({ name: text() }),
    returns: seen,
    changes: ['account'],
  }),
  leave: endpoint({
    method: 'POST',
    path: '/samples/leave',
    summary: 'Anyone writes, and is logged out.',
    allow: 'anyone',
    returns: z.object({ status: z.literal('success') }),
    bare: true,
  }),
  fail: endpoint({
    method: 'POST',
    path: '/samples/fail',
    summary: 'Says no in many ways.',
    allow: 'anyone',
    body: z.object({ how: text() }),
    returns: z.object({ name: z.string() }),
    errors: { sold_out: 409, not_open: 422 },
    idempotent: true,
  }),
  slow: endpoint({
    method: 'POST',
    path: '/samples/slow',
    summary: 'Waits for another company, holding no connection.',
    allow: 'anyone',
    returns: z.object({ name: z.string() }),
    idempotent: true,
    inTransaction: false,
  }),
  rare: endpoint({
    method: 'POST',
    path: '/samples/rare',
    summary: 'Twice a minute.',
    allow: 'anyone',
    returns: z.object({ name: z.string() }),
    limit: { attempts: 2, seconds: 60 },
  }),
}

/** The basket that is given to anyone who writes without one. */
export const basketUuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** Each tells what it was given, and those that write leave a mark; the slow one waits for the gate. */
export const sampleRoutes = (gate: Promise<void>): Routes<typeof sampleEndpoints> => {
  const tell = (actor: Parameters<Routes<typeof sampleEndpoints>['read']>[0]['actor']) => ({
    customerId: actor.customerId,
    personId: actor.person?.id ?? null,
    basketUuid: actor.basketUuid,
    address: actor.address,
    secret: 'a column that the contract does not name',
  })
  return {
    read: ({ actor }) => tell(actor),
    shared: ({ now: at }) =>
      new CachedResponse(JSON.stringify({ data: { now: at.toISOString(), name: 'Demo Leisure' } })),
    basket: ({ actor }) => tell(actor),
    own: ({ actor }) => tell(actor),
    desk: ({ actor }) => tell(actor),
    one: ({ params }) => params,
    write: async ({ tx, actor, body, reply }) => {
      const { n } = (await sql<{ n: number }>`select count(*)::int as n from tag`.execute(tx)).rows[0] ?? {
        n: 0,
      }
      await tx
        .insertInto('tag')
        .values({ operatorId: actor.operator.id, slug: `mark-${n}`, name: body.name })
        .execute()
      if (actor.person === null) reply.holdBasket(actor.basketUuid ?? basketUuid)
      return { ...tell(actor), startsAt: body.startsAt ?? null }
    },
    change: ({ actor }) => tell(actor),
    leave: ({ reply }) => {
      reply.logOut()
      return { status: 'success' }
    },
    fail: async ({ tx, actor, body }) => {
      await tx
        .insertInto('tag')
        .values({ operatorId: actor.operator.id, slug: body.how, name: body.how })
        .execute()
      if (body.how === 'sold_out') throw new Refusal('sold_out', () => 'Nothing is left.')
      if (body.how === 'not_open') {
        throw new Refusal('not_open', () => 'Not yet.', { availableAt: new Date('2027-03-01T22:00:00Z') })
      }
      if (body.how === 'fields') throw invalid({ 'items.0.id': [() => 'We do not know this.'] })
      if (body.how === 'busy') throw new Refusal('busy', () => 'A crowd.')
      if (body.how === 'undeclared') throw new Refusal('never_heard_of', () => 'ann@example.test is odd.')
      if (body.how === 'database') await sql`select 'ann@example.test'::int`.execute(tx)
      if (body.how === 'twice') {
        await tx
          .insertInto('tag')
          .values({ operatorId: actor.operator.id, slug: body.how, name: 'x' })
          .execute()
      }
      if (body.how === 'broken answer') return { name: 5 as unknown as string }
      return { name: body.how }
    },
    slow: async ({ db, actor }) => {
      await gate
      await db
        .insertInto('tag')
        .values({ operatorId: actor.operator.id, slug: 'slow', name: 'slow' })
        .execute()
      return { name: 'slow' }
    },
    rare: () => ({ name: 'rare' }),
  }
}
