/** Currencies by the sign an operator writes before its amounts; pounds by any other. */
const currencies = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
])

export const currencyOf = ({ currencySymbol }: { currencySymbol: string }): string =>
  currencies.get(currencySymbol) ?? 'GBP'
