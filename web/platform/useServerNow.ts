import { useEffect, useState } from 'react'
import { usePageContext } from './pageContext.tsx'

/**
 * The server's time (ms), drawn anew every so often. The first drawing shows the time the page was made at, so that
 * server and browser agree on it.
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
