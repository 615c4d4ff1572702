import type { SaleFile, WaitlistFile } from '#server/import/files/types.ts'
import type { Tx } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/queue.ts'

/** The kind of job that an import leaves where its files list sales or waitlists for a demonstration. */
export const simulateDayJob = 'simulate a day of the demonstration'

/** The payload of that job: what sales.json and waitlists.json list. */
export type SimulatedDay = {
  operatorId: number
  sales: readonly SaleFile[]
  waiting: readonly WaitlistFile[]
}

/** Simulated after the import, so that a server that is starting does not wait for it. */
export const enqueueSimulation = (tx: Tx, day: SimulatedDay, now: Date): Promise<void> =>
  enqueue(tx, simulateDayJob, day, { key: String(day.operatorId), dueAt: now })
