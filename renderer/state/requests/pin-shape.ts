export const maxPin = 8

/** Whether the text can be a PIN. Only the host knows whether it is the right one. */
export const isPin = (typed: string): boolean => /^\d{4,8}$/.test(typed)
