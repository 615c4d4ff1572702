import { useEffect, useState } from 'react'
import { usePageContext } from './pageContext.tsx'

/**
 * The server's time (ms), updated every `everyMs`. The first render uses the time of server rendering, so that
 * hydration matches.
 */
export const useServerNow = (everyMs: number): number => {
  const { clock, startedAt } = usePageContext()
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    setNow(clock.now())
    const timer = setInterval(() => {
      setNow(clock.now())
    }, everyMs)
    return () => {
      clearInterval(timer)
    }
  }, [clock, everyMs])
  return now
}
