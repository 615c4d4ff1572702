import type { BasketItem } from '#contract/baskets.ts'
import { time } from '#contract/time.ts'

/** `10:12`, in the venue's time zone. */
export const formatEndTime = (end: string, zone: string): string => time(new Date(end), zone).format24Hour

/** The venue's time zone; undefined for a basket of penalties. */
export const timeZoneOf = (items: readonly BasketItem[]): string | undefined =>
  items.find(({ cartableResource }) => cartableResource !== null)?.cartableResource?.date.tz
