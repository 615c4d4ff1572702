/** Currencies by the sign an operator writes before its amounts. */
const currencies = new Map([
  ['£', 'GBP'],
  ['€', 'EUR'],
  ['$', 'USD'],
])

export const currencyOf = ({ currencySymbol }: { currencySymbol: string }): string =>
  currencies.get(currencySymbol) ?? 'GBP'
