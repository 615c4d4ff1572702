import { useEffect, useRef, type FormEvent, type RefObject } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallState } from './queries.ts'
import { clearUnsavedInput } from './unsavedInput.ts'

/** The fields of a form by name, read when it is submitted. */
export type FormValues = {
  /** What was typed or chosen; `''` when there is no such field or nothing is chosen. */
  text: (name: string) => string
  /** Whether a checkbox is ticked. */
  isChecked: (name: string) => boolean
  /** The values of all ticked checkboxes of one name. */
  all: (name: string) => string[]
}

export type FormProps = {
  ref: RefObject<HTMLFormElement | null>
  method: 'post'
  noValidate: true
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form that sends one call. The browser keeps the values (`name`, `defaultValue`), so that typing renders nothing;
 * the server validates. A second press while the call runs does nothing, and a refused call puts the focus on the
 * first invalid field.
 *
 *   const login = useCall(api.sessions.login, { onSuccess })
 *   const form = useForm(login, ({ text }) => login.send({ username: text('username') }))
 *   <form {...form} className={styles['form']}>…</form>
 */
export const useForm = (
  { requesting, error }: Pick<CallState<Endpoint>, 'requesting' | 'error'>,
  submit: (values: FormValues, form: HTMLFormElement) => void,
): FormProps => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  // Only when it has succeeded: a refusal because the session has ended must not cost what was typed.
  const wasRequesting = useRef(false)
  useEffect(() => {
    const hasEnded = wasRequesting.current && !requesting
    wasRequesting.current = requesting
    if (hasEnded && error === null && ref.current !== null) clearUnsavedInput(ref.current)
  }, [requesting, error])
  return {
    ref,
    // Without script the values must not end up in the address.
    method: 'post',
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault()
      if (requesting) return
      const form = event.currentTarget
      submit(formValues(form), form)
    },
  }
}

const formValues = (form: HTMLFormElement): FormValues => {
  const data = new FormData(form)
  return {
    text: (name) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    },
    isChecked: (name) => data.has(name),
    all: (name) => data.getAll(name).filter((value) => typeof value === 'string'),
  }
}
