import { beforeEach, describe, expect, test } from 'vitest'
import { anOperatorFolder, now, small } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
})

describe('money that people begin with', () => {
  const ann = (small['people.json'] as object[])[0] as object
  const files: Files = {
    'operator.json': { ...(small['operator.json'] as object), outstanding_penalties: 'block' },
    'people.json': [
      {
        ...ann,
        credits: [
          { key: 'voucher', amount: '4.50', expires_on: '+6d', description: 'Voucher' },
          { key: 'gold', type: 'membership', amount: '12.00', description: 'Gold' },
        ],
        penalties: [{ key: 'yoga', amount: '3.00', description: 'Missed: Yoga' }],
        account_limit: '60.00',
      },
    ],
  }

  test('credit and penalties are there once, however often the files are imported', async () => {
    for (const at of [now, new Date('2027-03-02T06:00:00Z')]) await folder.load(files, { now: at })
    expect(
      await folder.db
        .selectFrom('creditLot')
        .select(['type', 'available', 'expiresOn'])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { type: 'general', available: 450, expiresOn: '2027-03-07' },
      { type: 'membership', available: 1200, expiresOn: null },
    ])
    expect(
      await folder.db.selectFrom('penalty').select(['description', 'amount', 'status']).execute(),
    ).toEqual([{ description: 'Missed: Yoga', amount: 300, status: 'outstanding' }])
    expect(
      await folder.db.selectFrom('customer').select('accountLimit').where('reference', '=', 'S-1').execute(),
    ).toEqual([{ accountLimit: 6000 }])
    expect(await folder.db.selectFrom('operator').select('outstandingPenalties').execute()).toEqual([
      { outstandingPenalties: 'block' },
    ])
  })
})
