import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { recountDays } from './service.ts'
import { anOperatorFolder, now } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('files that count days from the import', () => {
  const migrationDate = async () =>
    (await folder.db.selectFrom('venue').select('migrationDate').executeTakeFirstOrThrow()).migrationDate

  test('are loaded again on the next day, once', async () => {
    await folder.load()
    expect(await recountDays(folder.db, folder.path, now)).toBe(false)
    expect(await migrationDate()).toBe('2027-03-04')
    const tomorrow = new Date('2027-03-02T00:00:00Z')
    expect(await recountDays(folder.db, folder.path, tomorrow)).toBe(true)
    expect(await migrationDate()).toBe('2027-03-05')
    expect(await recountDays(folder.db, folder.path, tomorrow)).toBe(false)
  })

  test('are not, when they are other files than those that were loaded', async () => {
    await folder.load()
    folder.write({ 'tags.json': [{ slug: 'calm', name: 'Calmer' }] })
    expect(await recountDays(folder.db, folder.path, new Date('2027-03-02T00:00:00Z'))).toBe(false)
    expect(await recountDays(folder.db, path.join(folder.path, 'not-there'), now)).toBe(false)
  })
})
