/** What a customer can quote to the venue before there is an order number. */
export const paymentReference = (transactionUuid: string): string => transactionUuid.slice(0, 8).toUpperCase()
