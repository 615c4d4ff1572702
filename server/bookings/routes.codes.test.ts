import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'

let browser: TestBrowser

beforeAll(async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  await anOperator(db)
  browser = testApp(db, { now: new Date('2027-02-28T10:00:00Z') }).browser()
})

describe('the picture of an access code', () => {
  it('E14: is the QR code of the code, as a PNG', async () => {
    const answer = await browser.fetch('/codes/7K2M9X.png')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const png = Buffer.from(await answer.arrayBuffer())
    const { size, data } = encode('7K2M9X', { ecc: 'M', border: 2 })
    expect(png.readUInt32BE(16)).toBe(size * 8)
    const start = png.indexOf('IDAT')
    const pixels = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)))
    // A module is 8 pixels wide: one byte, 0 where it is dark.
    const read = data.map((_, y) => data.map((__, x) => pixels[y * 8 * (size + 1) + 1 + x] === 0))
    expect(read).toEqual(data)
  })

  it('E14: is there for the reference of an order, the code for all of its people', async () => {
    expect((await browser.fetch('/codes/ONS-7K2M9X.png')).status).toBe(200)
  })

  it.each(['7K2M9X', '7k2m9x.png', '7K2M9X1.png', '<b>.png'])('%s is not found', async (file) => {
    expect((await browser.fetch(`/codes/${encodeURIComponent(file)}`)).status).toBe(404)
  })
})
