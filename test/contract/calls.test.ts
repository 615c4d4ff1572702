import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { callsModule } from '#contract/calls.ts'
import { api } from '#contract/index.ts'

const file = new URL('../../web/platform/calls.generated.ts', import.meta.url)

it('what the browser knows of the API is what the contract says (else: npm run calls)', () => {
  expect(readFileSync(file, 'utf8')).toBe(callsModule(api))
})
