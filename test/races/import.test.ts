/** Two nodes that start at once on an empty database both load the operator's files; on PostgreSQL. */
import { describe, expect, it } from 'vitest'
import { anOperatorFolder, countsOf } from '#test/support/operatorFiles.ts'

describe('two imports of the same files at once', () => {
  it('load them once, and the second changes nothing', async () => {
    const folder = await anOperatorFolder()
    const both = await Promise.all([folder.load(), folder.load()])
    expect(both.filter(({ changes }) => changes.length > 0)).toHaveLength(1)
    expect(await countsOf(folder.db)).toMatchObject({ operators: 1 })
  })
})
