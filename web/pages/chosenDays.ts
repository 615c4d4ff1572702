import { daysAfter, isDay, localDay } from '#contract/time.ts'
import type { LoaderArgs } from '#web/platform/page.ts'

/** The days in a page's address, else some around today. */
export const chosenDays = (
  { query, context }: Pick<LoaderArgs, 'query' | 'context'>,
  around: { from: number; to: number },
): { from: string; to: string } => {
  const today = localDay(new Date(context.startedAt), 'Europe/London')
  const dayIn = (name: 'from' | 'to'): string => {
    const chosen = query.get(name) ?? ''
    return isDay(chosen) ? chosen : daysAfter(today, around[name])
  }
  return { from: dayIn('from'), to: dayIn('to') }
}
