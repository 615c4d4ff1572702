import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { hasUnsavedInput, trackUnsavedInput } from './unsavedInput.ts'
import { useForm, type FormValues } from './useForm.ts'

const place = document.body.appendChild(document.createElement('div'))
const root = createRoot(place)

type Call = { requesting: boolean; error: ApiError | null }

const Example = ({
  call,
  onSend,
  invalid = false,
}: {
  call: Call
  onSend: (values: FormValues) => void
  invalid?: boolean
}) => {
  const form = useForm(call, onSend)
  return (
    <form {...form}>
      <input name="name" defaultValue="Ann" />
      <input name="postcode" defaultValue="" aria-invalid={invalid || undefined} />
      <input name="terms" type="checkbox" value="3" defaultChecked />
      <input name="terms" type="checkbox" value="4" />
    </form>
  )
}

const idle: Call = { requesting: false, error: null }

const form = async (): Promise<HTMLFormElement> =>
  vi.waitFor(() => {
    const found = place.querySelector('form')
    if (found === null) throw new Error('not rendered yet')
    return found
  })

const submit = (element: HTMLFormElement): void => {
  element.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}

afterEach(() => {
  root.render(null)
})

describe('useForm', () => {
  test('passes the fields by name', async () => {
    const onSend = vi.fn<(values: FormValues) => void>()
    root.render(<Example call={idle} onSend={onSend} />)
    submit(await form())
    const values = onSend.mock.lastCall?.[0]
    expect([values?.text('name'), values?.text('postcode'), values?.text('missing')]).toEqual(['Ann', '', ''])
    expect([values?.isChecked('terms'), values?.isChecked('other')]).toEqual([true, false])
    expect(values?.all('terms')).toEqual(['3'])
  })

  test('ignores a second submit while the call runs', async () => {
    const onSend = vi.fn<(values: FormValues) => void>()
    root.render(<Example call={{ requesting: true, error: null }} onSend={onSend} />)
    submit(await form())
    expect(onSend).not.toHaveBeenCalled()
  })

  test('counts as unsaved until the call has succeeded', async () => {
    const stopTracking = trackUnsavedInput()
    const showCall = (call: Call): void => {
      flushSync(() => {
        root.render(<Example call={call} onSend={() => undefined} />)
      })
    }
    showCall(idle)
    ;(await form()).elements[0]?.dispatchEvent(new Event('input', { bubbles: true }))
    submit(await form())
    showCall({ requesting: true, error: null })
    expect(hasUnsavedInput()).toBe(true)
    showCall({ requesting: false, error: new ApiError({ status: 401, code: 'logged_out', message: '' }) })
    expect(hasUnsavedInput()).toBe(true)
    showCall({ requesting: true, error: null })
    showCall(idle)
    expect(hasUnsavedInput()).toBe(false)
    stopTracking()
  })

  test('moves the focus to the first invalid field of a refused call', async () => {
    const error = new ApiError({ status: 422, code: 'invalid', message: 'The given data was invalid.' })
    root.render(<Example call={idle} onSend={() => undefined} />)
    await form()
    root.render(<Example call={{ requesting: false, error }} onSend={() => undefined} invalid />)
    await vi.waitFor(() => {
      expect((document.activeElement as HTMLInputElement).name).toBe('postcode')
    })
  })
})
