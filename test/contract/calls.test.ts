import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callsModules } from '#contract/calls.ts'
import * as api from '#contract/index.ts'

const folder = new URL('../../web/platform/calls/', import.meta.url)

it('what the browser knows of the API is what the contract says (else: npm run calls)', () => {
  const written = readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')])
  expect(Object.fromEntries(written)).toEqual(callsModules(api))
})
