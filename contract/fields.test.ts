import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyId, count, day, flag, hour, id, optional, optionalText, otherwise, reference } from './fields.ts'

const accepted = (field: z.ZodType, value: unknown): unknown => field.safeParse(value).data
const refused = (field: z.ZodType, value: unknown): boolean => !field.safeParse(value).success

describe('what a request may carry', () => {
  it('takes an id as a number or as digits', () => {
    expect([accepted(id, 71), accepted(id, '71')]).toEqual([71, 71])
    for (const value of ['', 'x7', '7.5', 7.5, -1, null, '99999999999999', 2_147_483_648, [7]])
      expect(refused(id, value)).toBe(true)
  })

  it('keeps the ids of both worlds apart', () => {
    expect(
      ['4400123', 4400123, 'AQGinvented', '99999999999999'].map((value) => accepted(anyId, value)),
    ).toEqual([4400123, 4400123, 'AQGinvented', '99999999999999'])
    for (const value of ['', null, {}, 1.5]) expect(refused(anyId, value)).toBe(true)
  })

  it('takes yes and no as programs send them', () => {
    expect([true, 1, '1', 'true'].map((value) => accepted(flag, value))).toEqual([true, true, true, true])
    expect([false, 0, '0', 'false'].map((value) => accepted(flag, value))).toEqual([
      false,
      false,
      false,
      false,
    ])
    for (const value of ['yes', 2, null, '']) expect(refused(flag, value)).toBe(true)
  })

  it('leaves out what is absent, null or empty', () => {
    const body = z.object({ a: optional(id), b: otherwise(z.array(id), []), c: otherwise(flag, true) })
    for (const value of [{}, { a: null, b: null, c: null }, { a: '', b: '', c: '' }, { unknown: 1 }])
      expect(body.parse(value)).toMatchObject({ b: [], c: true })
    expect(body.parse({ a: '' }).a).toBeUndefined()
    expect(body.parse({ a: '7', b: ['8'], c: 0 })).toEqual({ a: 7, b: [8], c: false })
  })

  it('tells where in an optional list a value is wrong', () => {
    const result = z
      .object({ a: optional(z.array(z.object({ b: id }))) })
      .safeParse({ a: [{ b: 1 }, { b: 'x' }] })
    expect(result.error?.issues[0]?.path).toEqual(['a', 1, 'b'])
  })

  it('lets a text be emptied', () => {
    const body = z.object({ phone: optionalText() })
    expect(body.parse({ phone: '' }).phone).toBe('')
    expect(body.parse({ phone: null }).phone).toBeUndefined()
    expect(body.parse({}).phone).toBeUndefined()
  })

  it('takes days of the calendar and hours of the day', () => {
    expect(accepted(day(), '2028-02-29')).toBe('2028-02-29')
    for (const value of ['2027-02-29', 'today', '', null, undefined, 20270304])
      expect(refused(day(), value)).toBe(true)
    expect(accepted(hour, '13:30')).toBe('13:30')
    for (const value of ['24:00', '1:30pm', '13:60']) expect(refused(hour, value)).toBe(true)
  })

  it('answers whatever is no day with the one message', () => {
    const wanted = z.object({ date: day('Another day, please.') })
    for (const value of [{}, { date: null }, { date: 5 }, { date: '2027-02-30' }])
      expect(wanted.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
        'Another day, please.',
      ])
  })

  it('takes whole numbers, also below nothing', () => {
    expect([accepted(count, '-60'), accepted(count, 0)]).toEqual([-60, 0])
    for (const value of [1.5, '1e3', '', Infinity]) expect(refused(count, value)).toBe(true)
  })

  it("keeps another company's names as text", () => {
    expect([accepted(reference, 31), accepted(reference, 'invented-card-31')]).toEqual([
      '31',
      'invented-card-31',
    ])
  })
})
