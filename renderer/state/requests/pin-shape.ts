export const longestPin = 8

/** Whether something typed can be a PIN; whether it is the PIN, the host knows. */
export const isPin = (typed: string): boolean => /^\d{4,8}$/.test(typed)
