export const signUp = 'Sign up'
export const haveAccount = 'Already have an account? {login}'
export const logIn = 'Log in'
export const emailHint = "We'll send your confirmations here."
export const createAccount = 'Create an account'
