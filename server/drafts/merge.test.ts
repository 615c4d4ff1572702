import { describe, expect, it } from 'vitest'
import type { CatalogueRow } from '#contract/office.ts'
import { inverseOf } from './effect.ts'
import { mergeEdits } from './merge.ts'

describe('edits of one row', () => {
  const heading = {
    slug: 'fitness',
    name: 'Fitness',
    children: [
      { slug: 'yoga', name: 'Yoga' },
      { slug: 'aqua', name: 'Aqua' },
    ],
  }
  const withChildren = (...children: CatalogueRow[]) => ({ ...heading, children })
  const [yoga = {}, aqua = {}]: CatalogueRow[] = heading.children
  const merged = (one: CatalogueRow | null, other: CatalogueRow | null) =>
    mergeEdits(
      [{ id: 7, list: 'activities', before: heading, after: one }],
      [{ list: 'activities', before: heading, after: other }],
    )

  it('of activities under one heading are all there', () => {
    const one = withChildren({ ...yoga, name: 'Hot yoga' }, aqua)
    const zumba = { slug: 'zumba', name: 'Zumba' }
    expect(merged(one, withChildren(yoga, { ...aqua, name: 'Water' }, zumba)).changed).toEqual([
      {
        id: 7,
        after: withChildren({ slug: 'yoga', name: 'Hot yoga' }, { slug: 'aqua', name: 'Water' }, zumba),
      },
    ])
    expect(merged(one, withChildren(yoga)).changed).toEqual([
      { id: 7, after: withChildren({ slug: 'yoga', name: 'Hot yoga' }) },
    ])
  })

  it('hold for the second where both change a field, and are struck where nothing is left', () => {
    const named = (name: string) => ({ ...heading, name })
    expect(merged(named('Classes'), named('Studio')).changed).toEqual([{ id: 7, after: named('Studio') }])
    expect(merged(null, named('Studio')).changed).toEqual([{ id: 7, after: named('Studio') }])
    expect(merged(named('Classes'), null).changed).toEqual([{ id: 7, after: null }])
    expect(merged(null, heading)).toEqual({ added: [], changed: [], struck: [7] })
  })

  it('stand beside those of other rows, and the same row is added once', () => {
    const tag = { list: 'tags', before: null, after: { slug: 'calm', name: 'Calm' } } as const
    const other = { ...tag, after: { slug: 'calm-2', name: 'Calm' } }
    expect(mergeEdits([{ id: 1, ...tag }], [tag, other])).toEqual({ added: [other], changed: [], struck: [] })
  })
})

describe('the inverse', () => {
  it('takes out what came, and puts back what went to where it was', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((slug) => ({ slug }))
    expect(inverseOf({ tags: [a, b, b] }, { tags: [b, c] })).toEqual([
      { list: 'tags', before: c, after: null },
      { list: 'tags', before: null, after: a, at: 0 },
      { list: 'tags', before: null, after: b, at: 2 },
    ])
  })
})
