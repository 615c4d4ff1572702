/**
 * Two people change one field at once, and one does while files are imported that change it; on PostgreSQL. A lock that the
 * test holds puts both in a row. In the last part the row of the field is not locked, and the first change is lost unseen.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import { openCopy } from '#test/support/database.ts'
import { inARow } from '#test/support/inARow.ts'
import { anOperatorFolder, now, venueInFiles } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { outcome } from '#test/support/outcome.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let folder: OperatorFolder
beforeAll(async () => {
  opened = await openCopy()
})
beforeEach(async () => {
  folder = await anOperatorFolder(opened.db)
  await folder.load()
})
afterAll(() => opened.close())

/** Somebody who has seen no telephone number, and saves one. */
const aPerson = async (phone: string, db: Database = opened.db) => {
  const { id } = await opened.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  const browser = testApp(db, { now }).browser({ site: 'desk' })
  await browser.logIn((await aMemberOfStaff(opened.db, id, { staffLevel: 'supervisor' })).id)
  const change = { venue: 'centre', field: 'phone', before: '', value: phone }
  return () => outcome(browser.send(api.office.changeVenue, change))
}

const loadPhone = async () => {
  await folder.load({ 'venues.json': [{ ...venueInFiles, phone: '01632 960009' }] })
  return 'ok'
}

const lockOnVenue = sql`select 1 from venue for no key update`
const lockOnImports = sql`select pg_advisory_xact_lock(hashtext('onside import'))`

const stateNow = async () => {
  const { phone } = await opened.db.selectFrom('venue').select('phone').executeTakeFirstOrThrow()
  const overrides = await opened.db
    .selectFrom('fieldOverride')
    .select(['value', 'filesValue', 'hasFilesChanged'])
    .execute()
  return { phone, overrides }
}

describe('two people who change one field', () => {
  it('the second is told that it has changed', async () => {
    const both = [await aPerson('01632 960001'), await aPerson('01632 960002')]
    expect(await inARow(opened.db, lockOnVenue, both)).toEqual(['ok', 'changed_meanwhile'])
    expect(await stateNow()).toMatchObject({ phone: '01632 960001' })
  })

  it('negative control: without the lock the first is overwritten unseen', async () => {
    const unlocked = withoutRowLocks(opened.db)
    const both = [await aPerson('01632 960001', unlocked), await aPerson('01632 960002', unlocked)]
    expect(await inARow(opened.db, lockOnVenue, both)).toEqual(['ok', 'ok'])
    expect(await stateNow()).toMatchObject({ phone: '01632 960002' })
  })
})

describe('a change while files are imported that change the field', () => {
  it('just before the import: stays, and differs from the files', async () => {
    const results = await inARow(opened.db, lockOnImports, [await aPerson('01632 960001'), loadPhone])
    expect(results).toEqual(['ok', 'ok'])
    expect(await stateNow()).toEqual({
      phone: '01632 960001',
      overrides: [
        { value: { phone: '01632 960001' }, filesValue: { phone: '01632 960009' }, hasFilesChanged: true },
      ],
    })
  })

  it('just after it: is refused, since it has changed', async () => {
    const results = await inARow(opened.db, lockOnImports, [loadPhone, await aPerson('01632 960001')])
    expect(results).toEqual(['ok', 'changed_meanwhile'])
    expect(await stateNow()).toEqual({ phone: '01632 960009', overrides: [] })
  })
})
