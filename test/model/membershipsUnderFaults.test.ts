import { beforeEach, describe, expect, it } from 'vitest'
import { aMemberWho, wrongWithCollections } from '#test/support/joining.ts'
import { account, aPayingCentre, dayMs } from './membershipsWorld.ts'
import type { PayingCentre } from './membershipsWorld.ts'

/*
 * Random people with banks of every kind, a job that runs as often as it likes and dies wherever it does, and
 * afterwards the books, to the penny.
 */

let world: PayingCentre
beforeEach(async () => {
  world = await aPayingCentre()
})

/** The same numbers each time: a run that fails can be run again. */
const diceOf = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

describe("a year of members' payments", () => {
  it('collects each period once, wherever the job dies', async () => {
    const { centre, db, collectionsOf, now, run, runAndDie, until } = world
    const plan = await centre.gold({ minimumTermMonths: 0 })
    const pays = await aMemberWho(centre, plan)
    const refuses = await aMemberWho(centre, plan, { bankAccount: account('3') })
    let diesAt = 0
    let furthest = 0
    await until('2029-03-01', async () => {
      diesAt = (diesAt % 24) + 1
      furthest = Math.max(furthest, await runAndDie(diesAt))
      await run()
      // Whatever was left lying is taken up when its time is up.
      await run(new Date(now().getTime() + 6 * 60_000))
    })
    expect(furthest).toBeGreaterThan(8)
    for (const { membershipId } of [pays, refuses]) {
      const collected = await collectionsOf(membershipId)
      expect(collected).toHaveLength(24)
      // The last one's second try lies ahead still.
      expect(collected.slice(0, -1).every(({ state }) => state === 'collected')).toBe(true)
    }
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('holds for anybody, whatever happens in whatever order', async () => {
    const { centre, db, now, run, runAndDie, until } = world
    const dice = diceOf(20270301)
    const plans = [
      await centre.gold(),
      await centre.gold({ name: 'Swim', price: 2450, joiningFee: 0, minimumTermMonths: 0 }),
      await centre.gold({ name: 'Year', price: 39900, billingPeriod: 'year' }),
    ]
    const members: { membershipId: number }[] = []
    for (let index = 0; index < 9; index += 1) {
      const plan = plans[Math.floor(dice() * plans.length)] ?? plans[0]
      if (plan === undefined) throw new Error('No plan.')
      const more =
        dice() < 0.25
          ? { paymentMethod: 'card' as const }
          : { bankAccount: account(String([0, 2, 3, 4, 5][Math.floor(dice() * 5)] ?? 0)) }
      const day = 1 + Math.floor(dice() * 28)
      members.push(await aMemberWho(centre, plan, { ...more, billingDay: day }))
    }
    await until('2028-04-15', async () => {
      const times = Math.floor(dice() * 3)
      for (let index = 0; index < times; index += 1) {
        if (dice() < 0.3) {
          await runAndDie(1 + Math.floor(dice() * 20))
        } else {
          await run()
        }
      }
      if (dice() < 0.02) {
        await db
          .updateTable('penalty')
          .set({ status: 'waived', settledAt: now() })
          .where('status', '=', 'outstanding')
          .execute()
      }
      if (dice() < 0.01) {
        const one = members[Math.floor(dice() * members.length)]
        const from = now().toISOString().slice(0, 10)
        const thaws = new Date(now().getTime() + 40 * dayMs).toISOString().slice(0, 10)
        await db
          .updateTable('membership')
          .set({ frozenFrom: from, frozenUntil: thaws })
          .where('id', '=', one?.membershipId ?? 0)
          .execute()
      }
    })
    await run()
    centre.app.clock.forward(dayMs)
    await run()
    expect(await wrongWithCollections(db)).toEqual([])
    const open = await db
      .selectFrom('membershipCollection')
      .select('id')
      .where('state', '=', 'requested')
      .where('dueOn', '<', new Date(now().getTime() - 4 * dayMs).toISOString().slice(0, 10))
      .execute()
    expect(open).toEqual([])
    // Time went by for everybody: anyone who pays has paid every month.
    const { count } = await db
      .selectFrom('membershipCollection')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('state', '=', 'collected')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThan(20)
  })
})
