export const noPhone = 'No phone number'
