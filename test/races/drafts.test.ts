/**
 * Two nodes whose drafts go live at once, on PostgreSQL: it is published once, and nobody is told that it was held back. In
 * the last part what the first node has done is forgotten, where the second must hold it back, or the first part proves
 * nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishDueDrafts } from '#server/drafts/goLive.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { openCopy } from '#test/support/database.ts'
import { aDraftingOffice } from '#test/support/drafts.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let db: Database

beforeAll(async () => {
  opened = await openCopy(8)
  db = opened.db
})

afterAll(() => opened.close())

const noon = new Date('2027-03-01T12:00:00Z')

const aScheduledDraft = async () => {
  const office = await aDraftingOffice(db)
  const draftId = await office.aDraftWith(await office.laterYoga())
  const { digest } = await office.preview(draftId)
  const goesLiveAt = { day: '2027-03-01', time: '12:00' }
  await office.desk.send(api.drafts.publish, { draftId, digest: digest ?? '', goesLiveAt })
  return office
}

const onTwoNodes = () => Promise.all([publishDueDrafts(db, noon), publishDueDrafts(db, noon)])

const outcome = async () => ({
  publications: (await db.selectFrom('publication').select('id').execute()).length,
  mails: (await db.selectFrom('notice').select('id').where('kind', '=', 'publication_held').execute()).length,
})

it('publishes a draft once, however many nodes do', async () => {
  const office = await aScheduledDraft()
  await onTwoNodes()
  expect(await outcome()).toEqual({ publications: 1, mails: 0 })
  expect(await office.startsOf('Yoga')).toEqual(['03-01T18:30', '03-02T18:30', '03-03T18:30'])
})

it('holds a published draft back where its state is forgotten', async () => {
  await aScheduledDraft()
  await sql`
    create function forget_state() returns trigger language plpgsql as $$
    begin
      if old.state = 'scheduled' then new := old; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger forget_state before update on draft for each row execute function forget_state()`.execute(
    db,
  )
  await onTwoNodes()
  await publishDueDrafts(db, noon)
  expect(await outcome()).toEqual({ publications: 1, mails: 1 })
})
