/** Currencies that payments are taken in, by the sign before an operator's amounts. Each has a hundred pence. */
const currencies: Readonly<Record<string, string>> = { '£': 'GBP', '€': 'EUR', $: 'USD' }

export const currencySymbols = Object.keys(currencies)

/**
 * The ISO 4217 code of an operator's currency.
 * @throws Error for a sign that the operator's file may not name
 */
export const currencyOf = ({ currencySymbol }: { currencySymbol: string }): string => {
  const currency = currencies[currencySymbol]
  if (currency === undefined) throw new Error(`No currency has the sign ${currencySymbol}.`)
  return currency
}

/** The same in lower case, as checkout's calls and card companies write it. */
export const paymentCurrencyOf = (operator: { currencySymbol: string }): string =>
  currencyOf(operator).toLowerCase()
