/** Lets the page draw and answer before a start or a large change goes on. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
