import { validationErrors } from '#messages/shared/errors.ts'
import { ApiError } from './api.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'

/**
 * Short messages at the edge of the screen, which also stand in the page (Messages.tsx) so that nothing is lost when
 * they close by themselves.
 *
 *   const toasts = useToasts()
 *   toasts.show({ content: 'Successfully joined the waitlist.', colour: 'success', closeAfter: 10000 })
 *   toasts.failure(error)      // the server's words, or 'Validation errors' with its messages by field
 */
export type Toast = {
  id: number
  content: string
  colour: 'success' | 'danger' | 'info'
  /** `validation` lists `validationMessages` under its title. */
  type: 'message' | 'validation'
  /** Milliseconds. It may vanish, since the page goes on saying it. */
  closeAfter: 3000 | 5000 | 10000
  validationMessages: Readonly<Record<string, readonly string[]>>
  /** Whether the page repeats it inline; false where the caller shows its own words beside the control. */
  inline: boolean
  /** False once closed at the edge of the screen; the page may still show it. */
  open: boolean
}

export type NewToast = Pick<Toast, 'content'> & Partial<Omit<Toast, 'id' | 'open'>>

export type Toasts = {
  show: (toast: NewToast) => void
  /** Any thrown thing: 422 becomes 'Validation errors'; otherwise the server's words, or `fallback`. */
  failure: (
    error: unknown,
    options?: { fallback?: string; inline?: boolean; closeAfter?: 3000 | 5000 | 10000 },
  ) => void
  close: (id: number) => void
  /** Takes it out of the page too. */
  dismiss: (id: number) => void
  /** A new page begins: what stood inline on the old one goes, what is still open stays. */
  dismissClosed: () => void
  list: () => readonly Toast[]
  subscribe: (listener: () => void) => () => void
}

export const createToasts = (): Toasts => {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const setToasts = (next: readonly Toast[]): void => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const show = (toast: NewToast): void => {
    lastId += 1
    const colour = toast.colour ?? 'info'
    const added: Toast = {
      type: 'message',
      validationMessages: {},
      inline: true,
      closeAfter: colour === 'danger' ? 10000 : 5000,
      ...toast,
      colour,
      id: lastId,
      open: true,
    }
    // The same words twice are one message: the older goes.
    setToasts(
      [
        ...toasts.filter(({ content }) => content !== added.content || added.type === 'validation'),
        added,
      ].slice(-5),
    )
  }
  return {
    show,
    failure: (error, { fallback = somethingWentWrong, ...options } = {}) => {
      if (error instanceof ApiError && error.code === 'invalid') {
        const { validationMessages } = error
        show({
          content: validationErrors,
          colour: 'danger',
          type: 'validation',
          validationMessages,
          ...options,
        })
      } else {
        const serverMessage = error instanceof ApiError ? error.serverMessage : undefined
        show({ content: serverMessage ?? fallback, colour: 'danger', ...options })
      }
    },
    close: (id) => {
      setToasts(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
    },
    dismiss: (id) => {
      setToasts(toasts.filter((toast) => toast.id !== id))
    },
    dismissClosed: () => {
      if (toasts.some(({ open }) => !open)) setToasts(toasts.filter(({ open }) => open))
    },
    list: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
