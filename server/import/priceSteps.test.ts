import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { anOperatorFolder, makeFolder, now } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { exportOperator } from './export.ts'
import { importOperator } from './run.ts'

let folder: OperatorFolder
let ruth: TestBrowser

const header = 'venue,activity,ticket,band,option,from,price'
const withSteps = (...lines: string[]) => ({ 'price_steps.csv': `${[header, ...lines].join('\n')}\n` })
const yogaFrom = (day: string, price: string) => `,yoga,,,,${day},${price}`

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load(withSteps(yogaFrom('2027-04-01', '5.20')))
  const { db } = folder
  const { id } = await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  ruth = testApp(db, { now }).browser({ site: 'desk' })
  await ruth.logIn(
    (await aMemberOfStaff(db, id, { staffLevel: 'supervisor', firstName: 'Ruth', lastName: 'Rill' })).id,
  )
})

const stored = () =>
  folder.db
    .selectFrom('priceStep as s')
    .innerJoin('pricingOption as p', 'p.id', 's.pricingOptionId')
    .innerJoin('activity as a', 'a.id', 'p.activityId')
    .select(['a.slug', 's.fromDay', 's.price', 's.filesPrice'])
    .select((select) => select.eb('s.setBy', 'is not', null).as('isOfStaff'))
    .orderBy('a.slug')
    .orderBy('s.fromDay')
    .execute()

const yogaId = async () =>
  (
    await folder.db
      .selectFrom('pricingOption as p')
      .innerJoin('activity as a', 'a.id', 'p.activityId')
      .select('p.id')
      .where('a.slug', '=', 'yoga')
      .where('p.slug', '=', 'standard')
      .executeTakeFirstOrThrow()
  ).id

const set = async (fromDay: string, price: number) => {
  const steps = [{ pricingOptionId: await yogaId(), fromDay, price, typed: price }]
  const { digest } = await ruth.send(api.priceSteps.preview, { steps })
  await ruth.send(api.priceSteps.set, { steps, digest })
}

const takeBack = async (fromDay: string) => {
  const { prices } = await ruth.send(api.priceSteps.list, {})
  const step = prices.flatMap(({ steps }) => steps).find((one) => one.fromDay === fromDay)
  await ruth.send(api.priceSteps.end, { stepId: step?.id ?? 0 })
}

const changesOf = ({ changes }: Awaited<ReturnType<OperatorFolder['load']>>) =>
  changes.map(({ what, which, how, fields = [] }) => [
    what,
    which,
    how,
    ...fields.map(({ from, to }) => [from, to]),
  ])

const findingsOf = ({ findings }: Awaited<ReturnType<OperatorFolder['load']>>) =>
  findings.map((finding) => finding(operatorMessages()))

const exported = async (): Promise<{ path: string; table: string }> => {
  const files = await transact(folder.db, (tx) => exportOperator(tx, undefined, now))
  const to = makeFolder()
  mkdirSync(path.join(to, 'assets'))
  for (const [name, content] of files) writeFileSync(path.join(to, name), content)
  return { path: to, table: files.get('price_steps.csv')?.toString() ?? '' }
}

describe('prices that begin on a day in the files', () => {
  test('come, change and go as the files say, with what holds before', async () => {
    const first = { slug: 'yoga', fromDay: '2027-04-01', price: 520, filesPrice: 520, isOfStaff: false }
    expect(await stored()).toEqual([first])
    const changed = await folder.load(
      withSteps(yogaFrom('2027-04-01', '5.40'), yogaFrom('2027-05-01', '5.60')),
    )
    expect(changesOf(changed)).toEqual([
      ['price step', 'centre/yoga/standard from 2027-04-01', 'changed', [520, 540]],
      ['price step', 'centre/yoga/standard from 2027-05-01', 'added', [540, 560]],
    ])
    expect(changesOf(await folder.load(withSteps(yogaFrom('2027-05-01', '5.60'))))).toEqual([
      ['price step', 'centre/yoga/standard from 2027-04-01', 'removed'],
    ])
    expect((await stored()).map(({ fromDay, price }) => [fromDay, price])).toEqual([['2027-05-01', 560]])
  })

  test('of more than a quarter are asked about', async () => {
    const jump = withSteps(yogaFrom('2027-04-01', '52.00'))
    await expect(folder.load(jump, { accept: [] })).rejects.toThrow(/price_jump/)
    expect((await stored()).map(({ price }) => price)).toEqual([520])
  })

  test('name a price that there is, once a day', async () => {
    const lines = await folder.refused(
      withSteps(
        ',yoga,,,student,2027-04-01,5.20',
        yogaFrom('2027-04-01', '5.20'),
        yogaFrom('2027-04-01', '5.30'),
      ),
    )
    expect(lines).toEqual([
      expect.stringMatching(/^price_steps.csv line 2, option.*prices.csv has no such price at centre\.$/),
      expect.stringMatching(/^price_steps.csv line 4, from.*2027-04-01/),
    ])
  })
})

describe('prices that staff have set', () => {
  test('stay, and the import says what the files have; what they agree on is theirs', async () => {
    await set('2027-04-01', 530)
    await set('2027-06-01', 580)
    const result = await folder.load(withSteps(yogaFrom('2027-04-01', '5.40')))
    expect(changesOf(result)).toEqual([])
    expect(findingsOf(result)).toContain(
      'The price of centre/yoga/standard from 2027-04-01 stays £5.30, as Ruth Rill set it. The files say £5.40.',
    )
    expect(await stored()).toMatchObject([
      { price: 530, filesPrice: 540, isOfStaff: true },
      { price: 580, filesPrice: null, isOfStaff: true },
    ])
    await folder.load(withSteps(yogaFrom('2027-04-01', '5.30')))
    expect(await stored()).toMatchObject([
      { price: 530, filesPrice: 530, isOfStaff: false },
      { price: 580, filesPrice: null, isOfStaff: true },
    ])
  })

  test('give way where the files win, which says what was lost', async () => {
    await set('2027-04-01', 530)
    await set('2027-06-01', 580)
    const result = await folder.load(withSteps(yogaFrom('2027-04-01', '5.40')), {
      filesWin: { reason: 'Agreed' },
    })
    expect(changesOf(result)).toEqual([
      ['price step', 'centre/yoga/standard from 2027-04-01', 'changed', [530, 540]],
    ])
    expect(await stored()).toMatchObject([
      { price: 540, isOfStaff: false },
      { price: 580, isOfStaff: true },
    ])
  })

  test('stay taken back while the files have them', async () => {
    await takeBack('2027-04-01')
    const result = await folder.load(withSteps(yogaFrom('2027-04-01', '5.40')))
    expect(findingsOf(result)).toContain(
      'Ruth Rill has taken back the price of centre/yoga/standard from 2027-04-01, and it stays so. The files say £5.40.',
    )
    expect(await stored()).toMatchObject([{ price: null, filesPrice: 540 }])
    await folder.load({ 'price_steps.csv': `${header}\n` })
    expect(await stored()).toEqual([])
  })

  test('are exported, and importing an export changes nothing', async () => {
    await set('2027-04-01', 530)
    await set('2027-06-01', 580)
    await takeBack('2027-06-01')
    await set('2027-07-01', 590)
    const { path: to, table } = await exported()
    expect(table.split('\n').slice(1, -1)).toEqual([
      'yoga,centre,,,standard,2027-04-01,5.30',
      'yoga,centre,,,standard,2027-07-01,5.90',
    ])
    expect(changesOf(await importOperator(folder.db, to, { now }))).toEqual([])
    expect((await stored()).map(({ price, isOfStaff }) => [price, isOfStaff])).toEqual([
      [530, false],
      [590, false],
    ])
    expect((await exported()).table).toBe(table)
  })
})
