import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RichText } from './RichText.tsx'

it('replaces each placeholder with its part', () => {
  expect(
    renderToString(
      <RichText message="{name} agrees to the {terms}." terms={<a href="/terms">terms</a>} name="Amy" />,
    ).replaceAll('<!-- -->', ''),
  ).toBe('Amy agrees to the <a href="/terms">terms</a>.')
})

it('does not compile when a placeholder is not filled', () => {
  // @ts-expect-error `terms` is missing
  expect(renderToString(<RichText message="Read the {terms}." />)).toContain('Read the')
})
