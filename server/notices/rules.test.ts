import { describe, expect, it } from 'vitest'
import { factsWithPlainNames } from './rules.ts'

describe('names in messages', () => {
  it.each([
    ['Ann', 'Ann'],
    ["Zoë O'Hara-Smith", "Zoë O'Hara-Smith"],
    ['Win at https://evil.example/prize', 'Win at https evil example prize'],
    ['www.evil.example', 'www evil example'],
    ['write to ann@evil.example', 'write to ann evil example'],
    ['Ann\r\n\r\nYour account is locked', 'Ann Your account is locked'],
    ['J.R. Example', 'J R. Example'],
    [' Ann// \n', 'Ann'],
    ['https:///evil', 'https evil'],
    ['evil\u3002example', 'evil example'],
    ['evil\uff0eexample', 'evil example'],
    ['evil\uff61example', 'evil example'],
    ['evil\u2024example', 'evil example'],
    ['https\uff1a\uff0f\uff0fevil', 'https evil'],
    ['https:\u2215\u2044evil', 'https evil'],
    ['ann\uff20evil', 'ann evil'],
    ['é.exämple', 'é exämple'],
  ])('%s', (name, plain) => {
    expect(factsWithPlainNames({ firstName: name, orderId: 1 })).toEqual({ firstName: plain, orderId: 1 })
  })

  it('are those of facts about people, at any depth; links and other facts stay', () => {
    const facts = {
      inviter: 'a.example',
      link: 'https://bookings.example/x',
      people: [{ lastName: 'b.example', name: 'Yoga at 10.30' }],
      at: null,
      firstName: null,
      members: ['c.example', 'Tom'],
    }
    expect(factsWithPlainNames(facts)).toEqual({
      ...facts,
      inviter: 'a example',
      people: [{ lastName: 'b example', name: 'Yoga at 10.30' }],
      members: ['c example', 'Tom'],
    })
  })
})
