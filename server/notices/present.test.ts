import { describe, expect, it } from 'vitest'
import { contrast } from '#contract/colours.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { layOutNotice } from './present.ts'

const content = {
  subject: 'A & B',
  heading: 'Hello',
  blocks: [
    { type: 'link', label: 'See it', href: 'https://example.test/?a=1&b=2' },
    { type: 'link', label: 'Another', href: 'https://example.test/', isSecondary: true },
  ],
} as const

const plain = {
  name: 'A venue',
  legalName: '',
  vatNumber: '',
  address: '1 High Street',
  phone: '01632 960000',
  email: 'hello@venue.example',
  venue: null,
  primaryColour: null,
  headerBgColour: null,
  headerPrimaryColour: null,
  logo: null,
}

/** The colours of each element that sets both: `[background, text]`. */
const pairsOf = (html: string): [string, string][] =>
  [...html.matchAll(/background:(#[0-9a-f]{6});color:(#[0-9a-f]{6})/g)].map(([, ground = '', text = '']) => [
    ground,
    text,
  ])

describe('E14: a message in the colours of the operator', () => {
  it.each([
    ['their own', { ...plain, primaryColour: '#b3261e', headerBgColour: '#2b1b17' }, '#b3261e'],
    ['none of their own', plain, '#1d4ed8'],
  ])('has %s', (_, sender, fill) => {
    const { html } = layOutNotice(content, sender, operatorMessages())
    expect(html).toContain(`background:${fill};color:#ffffff`)
  })

  it.each([
    [
      'pale',
      { ...plain, primaryColour: '#ffe066', headerBgColour: '#fff4e6', headerPrimaryColour: '#ffffff' },
    ],
    [
      'middling',
      { ...plain, primaryColour: '#f2724a', headerBgColour: '#7a8b99', headerPrimaryColour: '#888888' },
    ],
    ['no colour at all', { ...plain, primaryColour: 'url(//x)', headerBgColour: '"><script>' }],
  ])('is readable where these are %s', (_, sender) => {
    const { html } = layOutNotice(content, sender, operatorMessages())
    const pairs = pairsOf(html)
    expect(pairs).toHaveLength(3)
    for (const [ground, text] of pairs) expect(contrast(ground, text)).toBeGreaterThanOrEqual(4.5)
    expect(html).not.toMatch(/script|url\(/)
  })
})

it('names at its foot whom to ask and who sells, and the first sentence where messages are listed', () => {
  const venue = { name: 'The pool', address: '2 Low Street', phone: '01632 960001', email: '' }
  const sender = { ...plain, legalName: 'A Venue Trust Ltd', vatNumber: 'GB000000000', venue }
  const text = { type: 'text', text: 'See you soon.' } as const
  const message = layOutNotice({ ...content, blocks: [...content.blocks, text] }, sender, operatorMessages())
  const foot = [
    'The pool\n2 Low Street\n01632 960001',
    'A venue\n1 High Street\n01632 960000\nhello@venue.example\nA Venue Trust Ltd\nVAT number GB000000000',
  ]
  expect(message.text).toContain(foot.join('\n\n'))
  expect(message.html).toContain('<a href="tel:01632960001"')
  expect(message.html).toContain('<a href="mailto:hello@venue.example"')
  expect(message.html).toMatch(/display:none[^>]*>See you soon\./)
})

it('ends the name of a link with one mark where it is text', () => {
  const question = { type: 'link', label: 'Same again?', href: 'https://example.test/' } as const
  const { text } = layOutNotice(
    { ...content, blocks: [...content.blocks, question] },
    plain,
    operatorMessages(),
  )
  expect(text).toContain('See it:\nhttps://example.test/?a=1&b=2')
  expect(text).toContain('Same again?\nhttps://example.test/')
})
