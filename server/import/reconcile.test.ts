import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { anOperatorFolder, countsOf, small } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('the second import', () => {
  test('of the same files changes nothing', async () => {
    await folder.load()
    const before = await folder.db.selectFrom('occurrence').selectAll().orderBy('id').execute()
    expect(await folder.load()).toMatchObject({
      changes: [],
      occurrences: { added: 0, changed: 0, withdrawn: 0, notMade: [] },
    })
    // And not only because the files are known: what is read once more is found to be the same.
    await sql`update operator set imported_digest = null`.execute(folder.db)
    expect(await folder.load()).toMatchObject({
      changes: [],
      occurrences: { added: 0, changed: 0, withdrawn: 0, notMade: [] },
    })
    expect(await folder.db.selectFrom('occurrence').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('says what changed, and by which field', async () => {
    await folder.load()
    const { changes } = await folder.load({
      'operator.json': { ...(small['operator.json'] as object), name: 'Smaller Leisure' },
      'prices.csv': (small['prices.csv'] as string).replace('7.40', '7.60'),
    })
    expect(changes).toEqual([
      {
        what: 'operator',
        which: 'small',
        how: 'changed',
        fields: [{ field: 'name', from: 'Small Leisure', to: 'Smaller Leisure' }],
      },
      {
        what: 'price',
        which: 'centre/yoga/standard',
        how: 'changed',
        fields: [{ field: 'price', from: 740, to: 760 }],
      },
    ])
  })

  test('withdraws what the files no longer have, and brings it back when they do', async () => {
    await folder.load()
    const activities = small['activities.json'] as object[]
    const without = (name: string, text: string) =>
      (small[name] as string)
        .split('\n')
        .filter((line) => !line.includes(text))
        .join('\n')
    const { changes, occurrences } = await folder.load({
      'activities.json': activities.slice(0, 2),
      'prices.csv': without('prices.csv', 'swim'),
      'timetable.csv': without('timetable.csv', 'swim').replace('sam', ''),
      'instructors.json': [],
    })
    expect(changes.filter(({ how }) => how === 'withdrawn').map(({ what }) => what)).toEqual([
      'activity',
      'ticket type',
      'price',
      'timetable line',
    ])
    expect(occurrences.withdrawn).toBe(6)
    expect(
      await folder.db.selectFrom('activity').select('slug').where('withdrawn', '=', true).execute(),
    ).toEqual([{ slug: 'swim' }])

    const back = await folder.load()
    expect(back.occurrences).toMatchObject({ added: 0, changed: 9 })
    expect(await countsOf(folder.db)).toMatchObject({ sessions: 37, activities: 5, prices: 5 })
  })

  test('a day later counts days anew', async () => {
    await folder.load()
    const { changes } = await folder.load({}, { now: new Date('2027-03-02T06:00:00Z') })
    expect(changes).toContainEqual({
      what: 'venue',
      which: 'centre',
      how: 'changed',
      fields: [{ field: 'migrationDate', from: '2027-03-04', to: '2027-03-05' }],
    })
  })
})
