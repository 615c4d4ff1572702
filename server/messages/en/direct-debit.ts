export const enterName = 'Enter the name on the account.'
export const nameTooLong = 'Use 60 characters or fewer.'
export const enterSortCode = 'Enter the 6 digits of the sort code, like 12-34-56.'
export const enterAccountNumber = 'Enter the 8 digits of the account number.'
export const numbersMismatch = "This account number doesn't match the sort code. Check both."
