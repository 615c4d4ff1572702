import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeAllDrafts, removeDraft, restoreDraft, saveDraft } from './formDrafts.ts'

const html = `<form>
  <input name="phone" value="01632 960001"><input name="city" value="Oldham">
  <input name="password" type="password"><input name="code" autocomplete="one-time-code">
  <input name="token" type="hidden" value="t">
  <input name="news" type="checkbox" value="1" checked>
  <select name="venue"><option value="a">A</option><option value="b" selected>B</option></select>
</form>`

const aForm = (): HTMLFormElement => {
  document.body.innerHTML = html
  const form = document.querySelector('form')
  if (form === null) throw new Error('no form')
  return form
}

const set = (form: HTMLFormElement, values: Record<string, string>): void => {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
  }
}

const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form).entries())

beforeEach(() => {
  history.replaceState({ entry: 'one' }, '')
})
afterEach(() => {
  removeAllDrafts()
})

test('brings back what was typed, but no password, code or file', () => {
  const form = aForm()
  set(form, { phone: '01632 960999', venue: 'a', password: 'a heron', code: '123456' })
  form.querySelector<HTMLInputElement>('[name=news]')?.click()
  saveDraft('details', 7, form)
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/heron|123456/)
  const again = aForm()
  restoreDraft('details', 7, again)
  expect(valuesOf(again)).toEqual({
    phone: '01632 960999',
    city: 'Oldham',
    password: '',
    code: '',
    token: 't',
    venue: 'a',
  })
})

test('leaves a field alone that is in use already, or was not edited', () => {
  const form = aForm()
  set(form, { phone: '1' })
  saveDraft('details', 7, form)
  const again = aForm()
  again.querySelector('[name=city]')?.setAttribute('value', 'Bury')
  set(again, { phone: '2' })
  restoreDraft('details', 7, again)
  expect(valuesOf(again)).toMatchObject({ phone: '2', city: 'Bury' })
})

test('belongs to one entry of the history, one form and one person, until it is sent or they log out', () => {
  const form = aForm()
  set(form, { phone: '1' })
  const phoneOf = (name: string, owner: number | null): string => {
    const again = aForm()
    restoreDraft(name, owner, again)
    return again.querySelector<HTMLInputElement>('[name=phone]')?.value ?? ''
  }
  saveDraft('details', 7, form)
  expect([
    phoneOf('details', 7),
    phoneOf('others', 7),
    phoneOf('details', 8),
    phoneOf('details', null),
  ]).toEqual(['1', '01632 960001', '01632 960001', '01632 960001'])
  history.replaceState({ entry: 'two' }, '')
  expect(phoneOf('details', 7)).toBe('01632 960001')
  history.replaceState({ entry: 'one' }, '')
  removeDraft('details', 7)
  expect(phoneOf('details', 7)).toBe('01632 960001')
  saveDraft('details', 7, form)
  removeAllDrafts()
  expect(phoneOf('details', 7)).toBe('01632 960001')
})
