import { expect, test } from 'vitest'
import { safeHtml } from './fields.ts'

test('A29: keeps what a footer is made of', () => {
  const footer =
    '<h2>Fernhill</h2><p>1 Example Road<br />Call <a href="tel:+441610000000">us</a> or <strong>write</strong>.</p>'
  expect(safeHtml(footer)).toBe(footer.replace('">us', '" rel="noopener">us'))
})

test.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<style>p{}</style><iframe src="https://x.example"></iframe>', ''],
  ['<p onclick="x()" style="color:red" class="a">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
  ['<a href="//x.example">a</a>', '<a rel="noopener">a</a>'],
  ['<img src="x" onerror="alert(1)" />', ''],
  ['<svg><a xlink:href="javascript:alert(1)">a</a></svg>', '<a rel="noopener">a</a>'],
  ['<form action="https://x.example"><input name="a" /></form>', ''],
  ['<h1>Big</h1>', '<h2>Big</h2>'],
  ['<p>open', '<p>open</p>'],
])('A29: takes out what could do harm: %s', (given, made) => {
  expect(safeHtml(given)).toBe(made)
})
