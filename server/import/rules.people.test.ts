import { expect, it } from 'vitest'
import { problemsIn } from '#test/fixtures/operatorFolder.ts'

it('people have an address and a reference each, their children as well', async () => {
  const person = (reference: string, email: string, children: string[] = []) => ({
    reference,
    email,
    first_name: 'Ann',
    last_name: 'Example',
    children: children.map((child) => ({ reference: child, first_name: 'Bo', last_name: 'Example' })),
  })
  const people = [
    person('S-1', 'ann@example.test', ['S-2', 'S-2']),
    person('S-2', 'bo@example.test'),
    person('S-3', 'ann@example.test', ['S-4', 'S-1']),
  ]
  expect(await problemsIn({ 'people.json': people })).toEqual([
    'people.json, email: ann@example.test appears twice.',
    'people.json, children.1.reference: S-2 appears twice.',
    'people.json, reference: S-2 appears twice.',
    'people.json, children.1.reference: S-1 appears twice.',
  ])
})
