import { Suspense, useEffect, useState, type ReactNode } from 'react'

/** A part that is hydrated by itself, after the rest of the page, so that it does not block input for long. */
export const HydratedApart = ({ children }: { children: ReactNode }) => {
  const [part] = useState<object>({})
  useEffect(() => {
    expectHydration(part)
    return () => {
      endHydration(part)
    }
  }, [part])
  return (
    <Suspense>
      {children}
      <Hydrated part={part} />
    </Suspense>
  )
}

const Hydrated = ({ part }: { part: object }) => {
  useEffect(() => {
    endHydration(part)
  }, [part])
  return null
}

const hydratingParts = new Set<object>()
const hydratedParts = new WeakSet<object>()
let onAllHydrated: (() => void) | undefined

/** Of a part that is new in the page, after the end of its hydration where that came first. */
const expectHydration = (part: object): void => {
  if (!hydratedParts.has(part)) hydratingParts.add(part)
}

const endHydration = (part: object): void => {
  hydratedParts.add(part)
  hydratingParts.delete(part)
  runWhenHydrated()
}

/** Runs once no part is left to be hydrated. */
export const whenAllHydrated = (run: () => void): void => {
  onAllHydrated = run
  runWhenHydrated()
}

const runWhenHydrated = (): void => {
  if (hydratingParts.size > 0) return
  onAllHydrated?.()
  onAllHydrated = undefined
}
