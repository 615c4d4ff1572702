import { collectMemberships } from '#server/memberships/collect.ts'
import type { CollectingServices } from '#server/memberships/collect.ts'
import { testDatabase } from '#test/support/database.ts'
import { mortal } from '#test/support/failingServices.ts'
import { aJoinableCentre, goodAccount } from '#test/support/joining.ts'

export const dayMs = 86_400_000

export const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** An account of the demo bank whose sort code says how it pays (README, demo bank accounts). */
export const account = (ending: string) => ({ ...goodAccount, sortCode: `00000${ending}` })

export type PayingCentre = Awaited<ReturnType<typeof aPayingCentre>>

/** A centre that people can join, its clock, and the job that collects what its members pay. */
export const aPayingCentre = async () => {
  const { db } = await testDatabase()
  const centre = await aJoinableCentre(db)
  const now = () => centre.app.clock.now()
  const servicesOf = (): CollectingServices => ({
    db,
    debits: centre.app.services.debits,
    cards: centre.app.services.cards.provider,
  })
  const run = (at = now()) => collectMemberships(servicesOf(), at)
  return {
    db,
    centre,
    now,
    run,
    /** Runs the job in a process that dies at this step. Answers how many steps it has gone. */
    runAndDie: async (diesAt: number): Promise<number> => {
      const { debits, ...rest } = servicesOf()
      const dying = mortal({ ...rest, cards: debits as never, log: quiet }, diesAt)
      const services = { ...servicesOf(), db: dying.services.db, debits: dying.services.cards as never }
      await collectMemberships(services, now()).catch(() => undefined)
      return dying.steps()
    },
    /** Turns the clock a day at a time, at noon, and runs the job. */
    until: async (day: string, each: () => Promise<void> = run): Promise<void> => {
      const end = new Date(`${day}T12:00:00Z`)
      while (now() < end) {
        centre.app.clock.set(new Date(Math.min(now().getTime() + dayMs, end.getTime())))
        await each()
      }
    },
    collectionsOf: (membershipId: number) =>
      db
        .selectFrom('membershipCollection')
        .select(['periodFrom', 'amount', 'state', 'tries', 'reason', 'dueOn'])
        .where('membershipId', '=', membershipId)
        .orderBy('periodFrom')
        .execute(),
    statusOf: async (membershipId: number) =>
      (
        await db
          .selectFrom('membership')
          .select('status')
          .where('id', '=', membershipId)
          .executeTakeFirstOrThrow()
      ).status,
  }
}
