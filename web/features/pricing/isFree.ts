/** Whether a formatted price is nothing: "£0.00". */
export const isFree = (price: string): boolean => /^\D*0\.00$/.test(price)
