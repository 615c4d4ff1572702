export const laterPayments = ({ method }: { method: string }) => `Later payments: ${method}`
export const membersAre = ({ names }: { names: string }) => `For ${names}`
export const change = 'Change membership'
