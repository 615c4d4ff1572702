/** A small operator whose staff draft changes of its catalogue. */
import { sql } from 'kysely'
import type { DraftPreview } from '#contract/drafts.ts'
import type { CatalogueEdit, CatalogueList, CatalogueRow } from '#contract/office.ts'
import { exportOperator } from '#server/import/export.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import { authorise, complete } from './buying.ts'
import { anOperatorFolder, now } from './operatorFiles.ts'
import type { Files } from './operatorFiles.ts'
import { aMemberOfStaff } from './tills.ts'

export type DraftingOffice = Awaited<ReturnType<typeof aDraftingOffice>>

export const aDraftingOffice = async (of?: Database, files: Files = {}) => {
  const folder = await anOperatorFolder(of)
  await folder.load(files)
  const { db } = folder
  const app = testApp(db, { now })
  const { id: operatorId } = await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  const browserOf = async (how: Parameters<typeof aMemberOfStaff>[2]) => {
    const browser = app.browser({ site: 'desk' })
    const { id } = await aMemberOfStaff(db, operatorId, how)
    await browser.logIn(id)
    return browser
  }
  const { id: staffId } = await aMemberOfStaff(db, operatorId, { staffLevel: 'supervisor' })
  const desk = app.browser({ site: 'desk' })
  await desk.logIn(staffId)

  const rowOf = async (
    list: CatalogueList,
    find: (row: CatalogueRow) => boolean = () => true,
  ): Promise<CatalogueRow> => {
    const row = (await desk.send(api.office.catalogue, {})).lists[list].find(find)
    if (row === undefined) throw new Error(`No such row of ${list}`)
    return row
  }
  const lineOf = (activity: string) => rowOf('timetable', (row) => row['activity'] === activity)

  return {
    folder,
    db,
    app,
    desk,
    operatorId,
    browserOf,
    logInAgain: () => desk.logIn(staffId),
    rowOf,
    lineOf,
    /** Yoga begins half an hour later. */
    laterYoga: async (): Promise<CatalogueEdit> => {
      const before = await lineOf('yoga')
      return { list: 'timetable', before, after: { ...before, start: '18:30' } }
    },
    aDraftWith: async (...edits: CatalogueEdit[]): Promise<number> =>
      (
        await desk.send(api.drafts.add, {
          name: 'January',
          reason: 'New term',
          ...(edits.length === 0 ? {} : { edits }),
        })
      ).id,
    preview: (draftId: number): Promise<DraftPreview> => desk.send(api.drafts.preview, { draftId }),
    /** Publishes with the effect that is seen now. */
    publish: async (draftId: number): Promise<number> => {
      const { digest } = await desk.send(api.drafts.preview, { draftId })
      await desk.send(api.drafts.publish, {
        draftId,
        digest: digest ?? '',
        accept: ['sessions_lost', 'price_jump'],
      })
      return (await lastPublication(db)).id
    },
    exported: async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        [...(await transact(db, (tx) => exportOperator(tx, undefined, app.clock.now())))].map(
          ([name, content]) => [name, content.toString()],
        ),
      ),
    /** Two people have the first class of an activity. */
    book: async (name: string): Promise<void> => {
      const { id } = await db
        .selectFrom('occurrence')
        .select('id')
        .where('name', '=', name)
        .where('status', '=', 'scheduled')
        .orderBy('startsAt')
        .limit(1)
        .executeTakeFirstOrThrow()
      await sql`select create_hold(${id}, null, null, null, null, 2, null, ${app.clock.now()})`.execute(db)
    },
    /** Ann buys a place by card. */
    buy: async (name: string, day: string): Promise<void> => {
      const browser = app.browser()
      const { id } = await db
        .selectFrom('customer')
        .select('id')
        .where('reference', '=', 'S-1')
        .executeTakeFirstOrThrow()
      await browser.logIn(id)
      const { publicId } = await db
        .selectFrom('occurrence')
        .select('publicId')
        .where('name', '=', name)
        .where('localDate', '=', day)
        .executeTakeFirstOrThrow()
      await browser.send(api.baskets.add, { items: [{ id: publicId }] })
      const { transactionUuid } = await authorise(browser)
      await complete(browser, transactionUuid)
    },
    startsOf: async (name: string): Promise<string[]> =>
      (
        await db
          .selectFrom('occurrence')
          .select('startsAt')
          .where('name', '=', name)
          .where('status', '=', 'scheduled')
          .orderBy('startsAt')
          .execute()
      ).map(({ startsAt }) => startsAt.toISOString().slice(5, 16)),
  }
}

export const lastPublication = (db: Database) =>
  db.selectFrom('publication').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
