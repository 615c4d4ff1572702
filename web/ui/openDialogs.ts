import { useSyncExternalStore } from 'react'

/** The open dialogs, innermost last. Everything outside the last one is inert, so toasts must render inside it. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const become = (next: readonly HTMLDialogElement[]): void => {
  open = next
  for (const listener of listeners) listener()
}

/** Returns a function that removes it. */
export const enterDialog = (dialog: HTMLDialogElement): (() => void) => {
  become([...open, dialog])
  return () => {
    become(open.filter((one) => one !== dialog))
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTopDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1),
    () => undefined,
  )
