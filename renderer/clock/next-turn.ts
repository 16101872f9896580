/** Lets the page draw and handle events before a long task continues. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
