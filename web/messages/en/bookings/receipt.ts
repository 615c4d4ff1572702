export const receipt = 'Receipt'
export const receiptOf = ({ reference }: { reference: string }) => `Receipt ${reference}`
export const download = 'Download PDF'
export const backToOrder = 'Back to your order'
export const paidBy = ({ name }: { name: string }) => `Paid by ${name}`
export const item = 'Item'
export const quantity = 'Quantity'
export const unitPrice = 'Price each'
export const price = 'Price'
export const total = 'Total'
export const vatIncluded = ({ rate, net }: { rate: number; net: string }) =>
  `VAT included at ${rate}% (net ${net})`
export const paymentsAndRefunds = 'Payments and refunds'
export const date = 'Date'
export const entry = 'Payment or refund'
export const amount = 'Amount'
export const nothingToPay = 'Nothing to pay.'
