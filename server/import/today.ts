import type { Tx } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/queue.ts'
import type { SaleFile, WaitingFile } from './layout.ts'

export const sellTodayJob = 'sell what the files say was sold today'

/** What the job is given that an import leaves behind. */
export type SellToday = {
  operatorId: number
  sales: readonly SaleFile[]
  waiting: readonly WaitingFile[]
}

/** Sold after the files are loaded, not with them: nobody waits for it, least of all a server that is to open. */
export const sellTodayLater = (tx: Tx, today: SellToday, now: Date): Promise<void> =>
  enqueue(tx, sellTodayJob, today, { key: String(today.operatorId), dueAt: now })
