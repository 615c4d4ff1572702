import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { anOperatorFolder, now, small } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { importOperator } from './run.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('proofs that people have given before', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const person = (small['people.json'] as object[])[0]
  const withProof = (file: string) => ({
    'people.json': [
      {
        ...person,
        documents: [
          {
            key: 'card',
            type: 'student-card',
            uploaded_on: '-10d',
            expires_on: '+20d',
            file: `assets/${file}`,
          },
        ],
      },
    ],
  })
  const storeIn = (stored: Map<string, Buffer>) => async (key: string, bytes: Buffer) =>
    void stored.set(key, bytes)

  test('are taken over once, with their files, and not when they are only looked at', async () => {
    mkdirSync(path.join(folder.path, 'assets'), { recursive: true })
    writeFileSync(path.join(folder.path, 'assets', 'card.png'), png)
    folder.write({ ...small, ...withProof('card.png') })
    const stored = new Map<string, Buffer>()
    await importOperator(folder.db, folder.path, { now, check: true, storeFile: storeIn(stored) })
    expect(stored.size).toBe(0)
    await importOperator(folder.db, folder.path, { now, storeFile: storeIn(stored) })
    await folder.db.updateTable('operator').set({ importedDigest: null }).execute()
    await importOperator(folder.db, folder.path, { now, storeFile: storeIn(stored) })
    const found = await folder.db
      .selectFrom('document')
      .select(['documentType', 'status', 'mediaType', 'fileKey'])
      .execute()
    expect(found).toMatchObject([
      { documentType: 'student-card', status: 'accepted', mediaType: 'image/png' },
    ])
    expect(stored.get(found[0]?.fileKey ?? '')).toEqual(png)
  })

  test('are refused when the file is missing, or is none of those that people may send', async () => {
    mkdirSync(path.join(folder.path, 'assets'), { recursive: true })
    writeFileSync(path.join(folder.path, 'assets', 'card.png'), 'not a picture')
    await expect(folder.load(withProof('card.png'))).rejects.toThrow('is not a JPEG, PNG or PDF')
    await expect(folder.load(withProof('none.png'))).rejects.toThrow(
      'there is no assets/none.png in the folder',
    )
  })

  test('of a closed account are not imported again, and neither are they', async () => {
    mkdirSync(path.join(folder.path, 'assets'), { recursive: true })
    writeFileSync(path.join(folder.path, 'assets', 'card.png'), png)
    folder.write({ ...small, ...withProof('card.png') })
    await importOperator(folder.db, folder.path, { now, storeFile: storeIn(new Map()) })
    await folder.db.deleteFrom('document').execute()
    await folder.db
      .updateTable('customer')
      .set({
        closedAt: now,
        email: '',
        phone: '',
        passwordHash: null,
        dateOfBirth: null,
        firstName: 'Former',
      })
      .execute()
    await folder.db.updateTable('operator').set({ importedDigest: null }).execute()
    await importOperator(folder.db, folder.path, { now, storeFile: storeIn(new Map()) })
    expect(await folder.db.selectFrom('document').select('id').execute()).toEqual([])
    const people = await folder.db.selectFrom('customer').select(['firstName', 'email']).execute()
    expect(people.every(({ firstName, email }) => firstName === 'Former' && email === '')).toBe(true)
  })
})
