import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { endHydration, expectHydration } from './translation.ts'

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
