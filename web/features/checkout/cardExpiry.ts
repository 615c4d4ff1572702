/** `09/30`, from `0930`. */
export const cardExpiry = (expiry: string): string => `${expiry.slice(0, 2)}/${expiry.slice(2)}`
