import { validationErrors } from '#messages/shared/errors.ts'
import { ApiError, isOffline, noResponse } from './api.ts'
import { somethingWentWrong } from '#messages/shared/ui.ts'

/**
 * Toasts: short messages in a strip at the edge of the screen, the latest of them. Closed ones can be read again in the list of recent
 * messages. What belongs to one field or row stands there as well, in other words.
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
  /** Milliseconds. */
  closeAfter: 3000 | 5000 | 10000
  validationMessages: Readonly<Record<string, readonly string[]>>
  /** What it is about: `closeCause` closes it when that is over. */
  cause: string | undefined
  /** Instant in ms, by the device's clock. */
  createdAt: number
  /** False once it is closed. */
  open: boolean
}

export type NewToast = Pick<Toast, 'content'> & Partial<Omit<Toast, 'id' | 'open' | 'createdAt'>>

export type Toasts = {
  show: (toast: NewToast) => void
  /** Takes any thrown value: 422 becomes 'Validation errors', otherwise the server's message, or `fallback`. */
  failure: (
    error: unknown,
    options?: { fallback?: string; cause?: string; closeAfter?: 3000 | 5000 | 10000 },
  ) => void
  close: (id: number) => void
  closeCause: (cause: string) => void
  /** On navigation: closes the failures of the page that was left, shown before that instant (ms). */
  closeFailures: (before: number) => void
  /** Another person uses the page: what was said to the one before is gone, also from the list of recent messages. */
  forget: () => void
  list: () => readonly Toast[]
  subscribe: (listener: () => void) => () => void
}

/** The mistakes in a form, until it is sent again. */
export const validationCause = 'validation'

/** The failure of a press in a row, until the next one. */
export const causeOfRow = (rowKey: string): string => `row ${rowKey}`

/** How many messages can be read again. */
const recentCount = 20

export const createToasts = (): Toasts => {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const setToasts = (next: readonly Toast[]): void => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const closeWhere = (isOver: (toast: Toast) => boolean): void => {
    if (toasts.some((toast) => toast.open && isOver(toast)))
      setToasts(toasts.map((toast) => (isOver(toast) ? { ...toast, open: false } : toast)))
  }
  const show = (toast: NewToast): void => {
    lastId += 1
    const colour = toast.colour ?? 'info'
    const added: Toast = {
      type: 'message',
      validationMessages: {},
      cause: undefined,
      closeAfter: colour === 'danger' ? 10000 : 5000,
      ...toast,
      colour,
      id: lastId,
      createdAt: Date.now(),
      open: true,
    }
    // One at a time: two would hide more of the page, and the earlier one can be read again.
    const others = toasts.map((older) => (older.open ? { ...older, open: false } : older))
    setToasts([...others, added].slice(-recentCount))
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
          cause: validationCause,
          ...options,
        })
      } else {
        // A script that could not be fetched is no error of a call.
        const failure = !(error instanceof ApiError) && isOffline() ? noResponse(false) : error
        const serverMessage = failure instanceof ApiError ? failure.serverMessage : undefined
        show({ content: serverMessage ?? fallback, colour: 'danger', ...options })
      }
    },
    close: (id) => {
      closeWhere((toast) => toast.id === id)
    },
    closeCause: (cause) => {
      closeWhere((toast) => toast.cause === cause)
    },
    closeFailures: (before) => {
      closeWhere(({ colour, createdAt }) => colour === 'danger' && createdAt < before)
    },
    forget: () => {
      if (toasts.length > 0) setToasts([])
    },
    list: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
