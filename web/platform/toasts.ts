import { validationErrors } from '#messages/shared/errors.ts'
import { ApiError } from './api.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'

/**
 * Toasts: short messages at the edge of the screen. The page repeats them inline (Messages.tsx), so that nothing is
 * lost when they close.
 *
 *   const toasts = useToasts()
 *   toasts.show({ content: 'Successfully joined the waitlist.', colour: 'success', closeAfter: 10000 })
 *   toasts.failure(error)      // the server's message, or 'Validation errors' with its messages by field
 */
export type Toast = {
  id: number
  content: string
  colour: 'success' | 'danger' | 'info'
  /** `validation` lists `validationMessages` under its title. */
  type: 'message' | 'validation'
  /** Milliseconds. The inline message stays. */
  closeAfter: 3000 | 5000 | 10000
  validationMessages: Readonly<Record<string, readonly string[]>>
  /** Whether the page repeats it inline; false where the caller shows its own message beside the control. */
  inline: boolean
  /** False once the toast is closed; the inline message may remain. */
  open: boolean
}

export type NewToast = Pick<Toast, 'content'> & Partial<Omit<Toast, 'id' | 'open'>>

export type Toasts = {
  show: (toast: NewToast) => void
  /** Takes any thrown value: 422 becomes 'Validation errors', otherwise the server's message, or `fallback`. */
  failure: (
    error: unknown,
    options?: { fallback?: string; inline?: boolean; closeAfter?: 3000 | 5000 | 10000 },
  ) => void
  close: (id: number) => void
  /** Removes the inline message too. */
  dismiss: (id: number) => void
  /** On navigation: removes the inline messages whose toast is closed; open toasts stay. */
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
    // A repeated message replaces the older one.
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
