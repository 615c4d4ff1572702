/** Pence from `8.45`, `8,45` or `£8`; null for anything else. */
export const penceFromInput = (typed: string): number | null => {
  const plain = typed
    .trim()
    .replace(/^[^\d.,-]+/, '')
    .replace(',', '.')
  return /^\d{1,6}(\.\d{0,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}
