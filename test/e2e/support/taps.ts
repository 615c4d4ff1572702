import type { Locator } from '@playwright/test'

/** Counts what a person presses and fills in. */
export const createCounter = () => {
  const counted = { taps: 0, fields: 0 }
  return {
    counted,
    tap: async (target: Locator): Promise<void> => {
      counted.taps += 1
      await target.click()
    },
    fill: async (target: Locator, text: string): Promise<void> => {
      counted.fields += 1
      await target.fill(text)
    },
  }
}
