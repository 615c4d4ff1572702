import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operatorFile } from './operator.ts'

const demo = JSON.parse(
  readFileSync(new URL('../../../../demo/operator.json', import.meta.url), 'utf8'),
) as Record<string, unknown>
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The fields of the operator's file that are refused when these values are in it. */
const refused = (values: Record<string, unknown>): string[] => {
  const file = {
    ...Object.fromEntries(Object.entries(demo).map(([name, value]) => [camel(name), value])),
    ...values,
  }
  const result = operatorFile('2027-03-01').safeParse(file)
  const fields = result.success ? [] : result.error.issues.map(({ path }) => String(path[0]))
  return [...new Set(fields)].filter((field) => field in values)
}

describe("an operator's file", () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://town.example', 'town.example'])(
    'leads nowhere but to web pages: not to %s',
    (address) => {
      expect(refused({ kioskHomeUrl: address })).toEqual(['kioskHomeUrl'])
      expect(refused({ sameAs: [address] })).toEqual(['sameAs'])
      expect(refused({ frameOrigins: [address] })).toEqual(['frameOrigins'])
    },
  )

  it('leads to web pages', () => {
    expect(
      refused({ kioskHomeUrl: 'https://town.example/kiosk', frameOrigins: ['http://town.example'] }),
    ).toEqual([])
  })

  it.each(["GTM-1');alert(1)//", 'GTM 1', 'GTM-1&x=1', '../x', 'GTM-É'])(
    'has no analytics container called %s',
    (id) => {
      expect(refused({ analyticsContainerIds: [id] })).toEqual(['analyticsContainerIds'])
    },
  )

  it('has analytics containers', () => {
    expect(refused({ analyticsContainerIds: ['GTM-ABC123', 'TOWN_1'] })).toEqual([])
  })
})
