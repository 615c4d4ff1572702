/** Two nodes that start at once on an empty database both load the operator's files; on PostgreSQL. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCopy } from '#test/support/database.ts'
import { anOperatorFolder, countsOf } from '#test/support/operatorFiles.ts'

describe('two imports of the same files at once', () => {
  it('load them once, and the second changes nothing', async () => {
    const { db, close } = await openCopy()
    onTestFinished(close)
    const folder = await anOperatorFolder(db)
    const both = await Promise.all([folder.load(), folder.load()])
    expect(both.filter(({ changes }) => changes.length > 0)).toHaveLength(1)
    expect(await countsOf(folder.db)).toMatchObject({ operators: 1 })
  })
})
