import { sql } from 'kysely'
import { expect } from 'vitest'
import { confirmPlaces, freeHolds, renewPlaces, sweepLapsedHolds, takeBatch } from '#server/holds/places.ts'
import type { RequestedItem } from '#server/holds/places.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import type { Line, Model, Outcome } from './placesModel.ts'
import type { Step } from './placesSteps.ts'
import { at } from './placesWorld.ts'
import type { ModelOccurrence, World } from './placesWorld.ts'

/** The database's side of a run: which basket item stands for which line. */
export type Real = { db: Database; world: World; items: Map<Line, number> }

const wantedOf = (
  world: World,
  basket: number,
  occurrences: readonly { occurrence: ModelOccurrence; places: number }[],
): RequestedItem[] =>
  occurrences.map(({ occurrence, places }) => ({
    occurrenceId: occurrence.id,
    places,
    idForm: 'v2',
    ticketTypeId: occurrence.ticketTypeId,
    pricingOptionId: occurrence.pricingOptionId,
    quantity: places,
    unitPrice: 500,
    purchasedForId: null,
    customerReference: null,
    personId: world.baskets[basket]?.personId ?? null,
    mayOverlap: occurrence.kind === 'tickets' || occurrence.allowsOverlap,
  }))

class Undo extends Error {}

/** Renewing and buying are undone by their caller when something is lost. */
const allOrNothing = async <T>(db: Database, run: (tx: Tx) => Promise<T[]>): Promise<T[]> => {
  let lost: T[] = []
  try {
    await transact(db, async (tx) => {
      lost = await run(tx)
      if (lost.length > 0) throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return lost
}

const holdOf = async (db: Database, item: number): Promise<number> =>
  (await db.selectFrom('basketItem').select('holdId').where('id', '=', item).executeTakeFirstOrThrow()).holdId

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

/** Takes a step in the database and in the model, and compares what each answers. */
export const performStep = async (step: Step, plain: Model, { db, world, items }: Real): Promise<void> => {
  const now = at(plain.now())
  switch (step.do) {
    case 'wait':
      plain.pass(step.minutes)
      return
    case 'sweep': {
      await sweepLapsedHolds(db, now)
      return
    }
    case 'take': {
      const until = plain.now() + step.minutes
      const asks = step.asks.map(({ basket, occurrences, places }) => ({
        basket,
        wanted: [...new Set(occurrences.flatMap((index) => pick(world.occurrences, index) ?? []))].map(
          (occurrence) => ({
            occurrence,
            places: occurrence.kind === 'tickets' ? places : 1,
          }),
        ),
      }))
      const before = plain.lines.length
      const expected = asks.map(({ basket, wanted }) => plain.take(basket, wanted, until))
      const verdicts = await takeBatch(
        db,
        asks.map(({ basket, wanted }) => ({
          basketId: world.baskets[basket]?.id ?? 0,
          heldUntil: at(until),
          items: wantedOf(world, basket, wanted),
        })),
        now,
      )
      expect(verdicts.map(({ outcome, itemIndex }) => ({ outcome, itemIndex }))).toEqual(expected)
      for (const line of plain.lines.slice(before)) {
        const item = await db
          .selectFrom('basketItem')
          .select('id')
          .where('basketId', '=', world.baskets[line.basket]?.id ?? 0)
          .where('occurrenceId', '=', line.occurrence.id)
          .where('removedAt', 'is', null)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        items.set(line, item.id)
      }
      return
    }
    case 'renew':
    case 'buy': {
      const visible = plain.ofBasket(step.basket)
      const lines = [...new Set(step.lines.flatMap((index) => pick(visible, index) ?? []))].sort(
        (a, b) => (items.get(a) ?? 0) - (items.get(b) ?? 0),
      )
      const ids = lines.flatMap((line) => items.get(line) ?? [])
      // A bought line is confirmed one minute on at the least (confirm_places).
      const until = step.do === 'buy' ? plain.now() + 1 : plain.now() + step.minutes
      const expected = plain.renew(lines, until, step.do === 'buy')
      const lost = await allOrNothing(db, (tx) =>
        step.do === 'buy' ? confirmPlaces(tx, ids, now) : renewPlaces(tx, ids, at(until), now),
      )
      expect(lost.toSorted((a, b) => a.itemId - b.itemId)).toEqual(
        expected
          .map(({ line, outcome }) => ({ itemId: items.get(line), outcome }))
          .toSorted((a, b) => (a.itemId ?? 0) - (b.itemId ?? 0)),
      )
      return
    }
    case 'resize': {
      const line = pick(
        plain.live().filter((one) => !one.bought),
        step.line,
      )
      if (line === undefined) return
      const { rows } = await sql<{ outcome: Outcome }>`
        select resize_places(${items.get(line)}, ${step.places}, ${now}) as outcome`.execute(db)
      const outcome = plain.resize(line, step.places)
      expect(rows[0]?.outcome).toBe(outcome)
      // Of tickets a line has as many places as its quantity says; renewing would bring those back.
      if (outcome === 'ok')
        await db
          .updateTable('basketItem')
          .set({ quantity: step.places })
          .where('id', '=', items.get(line) ?? 0)
          .where('ticketTypeId', 'is not', null)
          .execute()
      return
    }
    case 'let go': {
      const line = pick(
        plain.lines.filter((one) => !one.gone),
        step.line,
      )
      if (line === undefined) return
      line.gone = true
      const item = items.get(line) ?? 0
      await freeHolds(db, [await holdOf(db, item)], 'released', now)
      await db.updateTable('basketItem').set({ removedAt: now }).where('id', '=', item).execute()
      return
    }
    case 'call off': {
      const occurrence = pick(world.occurrences, step.line)
      if (occurrence === undefined) return
      plain.callOff(occurrence)
      await db
        .updateTable('occurrence')
        .set({ status: 'cancelled' })
        .where('id', '=', occurrence.id)
        .execute()
    }
  }
}
