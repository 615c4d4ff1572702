export const laterPayments = ({ method }: { method: string }) => `Later payments: ${method}`
export const change = 'Change membership'
