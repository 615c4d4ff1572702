import { describe, expect, test } from 'vitest'
import { InvalidJson, parseJson } from './folder.ts'

const problem = (text: string): [number, string] => {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof InvalidJson) return [error.line, error.message]
    throw error
  }
  throw new Error('It was taken for JSON.')
}

test('reads what JSON.parse reads', () => {
  const text = '\uFEFF{ "a": [1, -2.5e3, true, false, null, "x\\"\\u00e9\\n"], "b": {}, "c": [], "": "" }'
  expect(parseJson(text).value).toEqual(JSON.parse(text.slice(1)))
})

test('knows the line of every value, and of the nearest one where there is none', () => {
  const { lineOf } = parseJson(
    '[\n  {\n    "slug": "a",\n    "locations": [\n      { "slug": 1 }\n    ]\n  }\n]',
  )
  expect(lineOf([0, 'slug'])).toBe(3)
  expect(lineOf([0, 'locations', 0, 'slug'])).toBe(5)
  expect(lineOf([0, 'name'])).toBe(2)
  expect(lineOf([])).toBe(1)
})

describe('says what is wrong, and on which line', () => {
  test.each([
    ['{\n"a": 1\n"b": 2}', 3, 'expected a comma, found """.'],
    ['{\n"a": 1,\n}', 3, 'expected a name in double quotes, found "}".'],
    ['[1,\n2', 2, 'expected "]" or a comma, found the end of the file.'],
    ['{"a": 1,\n "a": 2}', 2, '"a" appears twice.'],
    ['{"age_min": 1,\n "ageMin": 2}', 2, '"ageMin" appears twice.'],
    ['{"a": nope}', 1, 'nope is not JSON.'],
    ['{"a": "x\n"}', 1, 'a text is not closed before the end of its line.'],
    ['1 2', 1, 'expected the end of the file, found "2".'],
    ['', 1, 'expected a value, found the end of the file.'],
  ])('%j', (text, line, message) => {
    expect(problem(text)).toEqual([line, message])
  })
})
