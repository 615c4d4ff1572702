import { useEffect, useState } from 'react'
import { useNavigate } from '#web/platform/router.tsx'
import { useTimetable, type BasketItemInput } from './timetableContext.ts'

/** Adds items for a row and goes on to checkout once the basket has them; after a refusal the page stays. */
export const useBookNow = (
  rowKey: string,
): { isLeaving: boolean; bookNow: (items: readonly BasketItemInput[]) => void } => {
  const { basket, checkoutTo } = useTimetable()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const isAdding = basket.isAdding(rowKey)
  const hasFailed = basket.failureOf(rowKey) !== undefined
  useEffect(() => {
    if (!isLeaving || isAdding) return
    setLeaving(false)
    if (!hasFailed) void navigate(checkoutTo)
  }, [isLeaving, isAdding, hasFailed, navigate, checkoutTo])
  return {
    isLeaving,
    bookNow: (items) => {
      basket.add(items, rowKey)
      setLeaving(true)
    },
  }
}
